/** The one record of observations that the rules read. */

/** Totals of a connection since it began. */
export interface Totals {
	bytes: number;
	videoBytes: number;
	packets: number;
	lost: number;
	/** Decoded; missing without video and in some engines. */
	frames?: number | undefined;
	/** Missing like `frames`. */
	keyFrames?: number | undefined;
	/** Samples played, including concealed ones; missing like `frames`. */
	sound?: number | undefined;
	/** Samples concealed for lost or late packets. */
	madeUp?: number | undefined;
	/** Milliseconds, including queueing; missing while unknown. */
	roundTrip?: number | undefined;
	/** Milliseconds by which what comes in order, as by HTTP, comes later than it did; missing without an element. */
	lag?: number | undefined;
}

/** Totals at `now`, in monotonic milliseconds. */
export interface TotalsAt {
	now: number;
	totals: Totals;
}

/** Surroundings of an event: all that is seen before the stage script. */
export interface Surroundings {
	/** Milliseconds on a monotonic clock. */
	now: number;
	/** From 0 to 1. */
	random: number;
	hidden: boolean;
	/** Milliseconds per call to the server; 0 while unknown. */
	latency: number;
	/** The element is, or nothing has ever been heard of it in a hidden page. */
	muted: boolean;
	/** Something has just been pressed; false if unknown. */
	pressed: boolean;
}

/** Observation of what plays: a broadcast's stream or a recording. Times are milliseconds. */
export interface SeenPlaying {
	/** Changes with each load, which restarts the totals. */
	connection: number;
	/** Of the latest sample. */
	latest: TotalsAt;
	/** kbit/s by the latest samples; 0 without. */
	kbps: number;
	/** Since any media. */
	silence: number;
	/** In which this connection's media have come, without pauses: little for a burst that a server has kept, Infinity without statistics. */
	span: number;
	/** Since the connection was made, while it has brought nothing; else 0. */
	empty: number;
	/** Since media resumed after a silence; Infinity for none. */
	resumed: number;
	/** Of that silence. */
	gap: number;
	paused: boolean;
}

/** The video. Times are milliseconds since something moved. */
export interface SeenVideo {
	/** Since any video. */
	silence: number;
	/** Since a frame, or since video resumed. */
	dark: number;
	/** Longest between keyframes; Infinity while unknown. */
	gop: number;
	/** The server's answer has none. */
	absent: boolean;
	/** Some has arrived. */
	arrived: boolean;
	/** There has been one. */
	hasFrame: boolean;
	/** Since the clock moved, with something to play. */
	still: number;
}

/** The viewer's link. Times are milliseconds. */
export interface SeenLink {
	/** Really, not only by the browser's word. */
	offline: boolean;
	/** Longest recent one; 0 while unknown. */
	roundTrip: number;
	/** Since anything arrived: media of any connection, a reply of signalling or API. */
	quiet: number;
	/** Since the first call of the API without a reply; 0 for none. */
	unanswered: number;
}

/** Everything seen at an event, frozen. */
export interface Seen extends Surroundings {
	playing: SeenPlaying;
	/** The trial beside it, from its first media on. */
	trial: TotalsAt | null;
	/** It is answered, and its connection not made yet. */
	trialConnects?: boolean;
	video: SeenVideo;
	link: SeenLink;
	/** Milliseconds since the page is hidden, and the video not seen elsewhere; 0 for not. */
	unseen: number;
	/** The viewer saves data: no better video is chosen automatically. */
	savesData: boolean;
}
