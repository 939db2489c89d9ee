/** At the end of the path, or of a parameter. */
const HLS_URL = /\.m3u8(?=[?&#]|$)/i;

/** Whether a media URL is that of an HLS list. */
export const isHls = (url: string | null): boolean => HLS_URL.test(url || '');
