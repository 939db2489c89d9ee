/** Ids of the usage reports (spec §7). The comment names the arguments that travel with each. */
export enum MessageId {
	/** `ua`; sent when the browser or its system is unknown. */
	USER_AGENT = 101,
	/** `ct`, `tt`: milliseconds stalled, of milliseconds observed. */
	STALL_TIME = 107,
	/** `vurl`: the address; `startLiveStream` was called. */
	START_PLAY = 120,
	/** `stopLiveStream` was called. */
	STOP_PLAY = 121,
	/** `vurl`, `surl`: the address with and without its options; the offer is about to be sent. */
	SUBSCRIBE_START = 125,
	/** `vurl`, `surl`, `hrct`, `tcid`, `rslt`: the server has replied, after `hrct` milliseconds. */
	SUBSCRIBE_OK = 126,
	/** `vurl`, `cpct`, `hrct`, `tcid`, `ffct`, `rslt`: milliseconds to offer, reply and first frame; `rslt` -1 when playing failed first. */
	FIRST_FRAME_TIME = 137,
	/** `err`: an `ErrorCode`. */
	ERROR = 150,
	CREATE_CLIENT = 200,
	/** `purl`, `coct`, `hrct`, `act`, `tcid`: milliseconds for offer, reply and answer; -1 for a step that was not reached. */
	START_PUBLISH = 220,
	STOP_PUBLISH = 221,
	/** `vp`: name of the camera profile. */
	VIDEO_PROFILE = 230,
	/** `sp`: name of the screen profile. */
	SCREEN_PROFILE = 231,
	ENABLE_AUDIO = 232,
	DISABLE_AUDIO = 233,
	ENABLE_VIDEO = 234,
	DISABLE_VIDEO = 235,
	/** `tp`: always 0. */
	STOP = 236,
	/** `tp`: node name of the preview's element. */
	PLAY = 237,
}

/** Takes usage reports: a {@link MessageId}, the arguments of that message, and when it was made (milliseconds since the epoch; default: now). */
export type Report = (messageId: MessageId, args?: Record<string, unknown>, time?: number) => void;
