/** Path of the detail call (spec §7). */
export const LIVE_PATH = '/juvenile/api/live/detail';
