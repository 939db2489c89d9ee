/** Samples of a second, each of 8 bits. */
const RATE = 8000;
const HEADER = 44;

/** URL of a second of a tone as a WAV file; `volume` up to 127, 0 is silence. */
export function soundUrl(volume: number): string {
	const view = new DataView(new ArrayBuffer(HEADER + RATE));
	// RIFF, its size, WAVE, fmt, 16 bytes: PCM of one channel, rate twice, a byte a sample, data, its size.
	const words = [
		0x46464952,
		HEADER - 8 + RATE,
		0x45564157,
		0x20746d66,
		16,
		0x10001,
		RATE,
		RATE,
		0x80001,
		0x61746164,
		RATE,
	];
	words.forEach((word, index) => view.setUint32(index * 4, word, true));
	for (let at = 0; at < RATE; at++) view.setUint8(HEADER + at, 128 + volume * Math.sin(at / 3));
	return URL.createObjectURL(new Blob([view], { type: 'audio/wav' }));
}
