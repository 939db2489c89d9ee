/** One stream of a source of media. */
export interface Track {
	kind: 'video' | 'audio';
	/** By RFC 6381, such as `avc1.64001f`, `hvc1.1.6.L93.B0` or `mp4a.40.2`. */
	codec: string;
	/** Units of time a second. */
	timescale: number;
	/** The decoder's configuration: the payload of `avcC` or `hvcC`, or AudioSpecificConfig. */
	description: Uint8Array;
	/** Pixels of a video. */
	width?: number;
	height?: number;
	/** Of sound. */
	channels?: number;
	sampleRate?: number;
	/** Is appended before its segments, where the source has it; several tracks may be in it, whose codecs are named together. */
	init?: Uint8Array;
}

/** A coded frame. Its time of presentation is `dts + offset`, in units of its track. */
export interface Sample {
	/** When it is decoded; at least 0, may exceed 2^32. */
	dts: number;
	/** From decoding to presentation, may be negative. */
	offset: number;
	duration: number;
	/** Can be decoded without those before it. */
	isKey: boolean;
	data: Uint8Array;
}
