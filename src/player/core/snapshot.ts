/** Growing totals; engines differ in which they count. */
export interface Counters {
	/** Changes with each load, which restarts the totals. */
	generation: number;
	/** Any media. */
	data: number;
	/** Video, decodable or not. */
	video: number;
	/** Decoded frames. */
	picture: number;
	keyFrames: number;
	/** Seconds played. */
	clock: number;
	ready: boolean;
	paused: boolean;
	/** The server has answered, and brought nothing yet. */
	empty: boolean;
}

/** Milliseconds since things moved. */
export interface Liveness {
	/** Since any media. */
	silence: number;
	paused: boolean;
	/** Missing before the live script. */
	video?: VideoLiveness;
	/** Really, not only by the browser's word. */
	offline?: boolean;
	/** Longest recent one; 0 while unknown. */
	roundTrip?: number;
	/** Since the server's answer, while it has brought nothing. */
	empty?: number;
	/** kbit/s of what plays, by its latest samples; 0 without. */
	kbps?: number;
	/** Since anything arrived: media of any connection, a reply of signalling or API. */
	quiet?: number;
	/** Since the first call of the API without a reply; 0 for none. */
	unanswered?: number;
	/** Since media resumed after a silence; Infinity for none. */
	resumed?: number;
	/** The trial has brought something. */
	trialArrives?: boolean;
}

/** Milliseconds since the video moved. */
export interface VideoLiveness {
	/** Since any video. */
	silence: number;
	/** Since a frame, or since video resumed. */
	dark: number;
	/** Longest between keyframes; Infinity while unknown. */
	gop: number;
	/** Some has arrived. */
	arrived: boolean;
	/** There has been a frame. */
	seen: boolean;
	/** Since the clock moved, with something to play. */
	still: number;
}

/** Surroundings of an event. */
export interface Snapshot {
	/** Milliseconds on a monotonic clock. */
	now: number;
	/** From 0 to 1. */
	random: number;
	hidden: boolean;
	/** Milliseconds per call to the server; 0 while unknown. */
	latency: number;
	muted: boolean;
	/** Something has just been pressed; false if unknown. */
	pressed: boolean;
}
