/** Of a WAV file in base64: 8,000 samples a second of 8 bits, one channel; the header, then twelve samples each. */
const HEADER = 'UklGRl0fAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YTkfAACA';
const SILENCE = 'gICAgICAgICAgICA';
const TONE = 'oKCgoKCgYGBgYGBg';

/** URL of a second of a tone, or of silence. */
export const soundUrl = (isTone: boolean): string =>
	`data:audio/wav;base64,${HEADER}${(isTone ? TONE : SILENCE).repeat(666)}`;
