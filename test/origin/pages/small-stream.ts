import type { PublishedStream } from '../../../src/rts/index.ts';

/** Bits per second of its video: 130 kbit/s with sound. */
const BITRATE = 90_000;

/** Frames per second, and how many pixels of each side become one. */
const LIMITS = { maxBitrate: BITRATE, maxFramerate: 15, scaleResolutionDownBy: 2 };

/** The address of the small stream beside another one: the suffix is that of `rts.qualities`. */
export const smallAddress = (address: string): string => address.replace(/(?=\?|$)/, '_ld');

/** A second encoding of the same capture, for viewers with a slow connection. */
export const createSmallStream = ({ mediaStream, videoTrack, audioTrack }: PublishedStream): PublishedStream => ({
	mediaStream,
	videoTrack,
	audioTrack,
	async setEncodeParam(connection) {
		for (const sender of connection.getSenders()) {
			if (sender.track?.kind !== 'video') continue;
			const parameters = sender.getParameters();
			for (const encoding of parameters.encodings) Object.assign(encoding, LIMITS);
			await sender.setParameters(parameters);
		}
	},
});
