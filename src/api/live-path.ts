// In the HTML: each byte is paid before the first paint.
/** Path of the detail call (spec §7). */
export const LIVE_PATH = '/juvenile/api/live/detail';
