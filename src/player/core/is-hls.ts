// In the HTML: each byte is paid before the first paint.
/** At the end of the path, or of a parameter, unless the path is that of a file. */
const HLS_URL = /^(?![^?#]*\.(flv|mp[34]|webm)([?#]|$)).*\.m3u8([?&#]|$)/i;

/** Whether a media URL is that of an HLS list. */
export const isHls = (url: string): boolean => HLS_URL.test(url);
