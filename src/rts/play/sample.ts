/** Totals since the connection began. */
export interface Sample {
	/** Milliseconds, monotonic. */
	time: number;
	/** By HTTP: all that has come, also of a frame that is not whole. */
	bytes?: number;
	/** By HTTP: when the frame that has come last is decoded, in milliseconds by its sender. */
	end?: number;
	audioBytes: number;
	videoBytes: number;
	/** Missing without video and in some engines. */
	frames?: number;
	/** Missing like `frames`. */
	keyFrames?: number;
	/** Missing in engines without statistics. */
	report?: RTCStatsReport;
	receivers?: RTCRtpReceiver[];
}

/** Milliseconds between samples, or looks; longer means a suspended page, whose counters say nothing. */
export const MAX_SAMPLE_GAP = 2000;
