/** Totals since the connection began. */
export interface Sample {
	/** Milliseconds, monotonic. */
	time: number;
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
