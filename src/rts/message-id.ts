/** Ids of usage reports, with their arguments (spec §7). */
export enum MessageId {
	/** `ua`, if unknown. */
	USER_AGENT = 101,
	/** `ct`, `tt`: milliseconds stalled and observed. */
	STALL_TIME = 107,
	/** `vurl`: address passed to `startLiveStream`. */
	START_PLAY = 120,
	STOP_PLAY = 121,
	/** `vurl`, `surl`: address with and without options. */
	SUBSCRIBE_START = 125,
	/** `vurl`, `surl`, `hrct`, `tcid`, `rslt`: reply after `hrct` milliseconds. */
	SUBSCRIBE_OK = 126,
	/**
	 * `vurl`, `cpct`, `hrct`, `tcid`, `ffct`, `rslt`: milliseconds to offer, reply and first frame; `rslt` -1 for an
	 * earlier failure.
	 */
	FIRST_FRAME_TIME = 137,
	/** `err`: an `ErrorCode`. */
	ERROR = 150,
	CREATE_CLIENT = 200,
	/** `purl`, `coct`, `hrct`, `act`, `tcid`: milliseconds for offer, reply and answer; -1: not reached. */
	START_PUBLISH = 220,
	STOP_PUBLISH = 221,
	/** `vp`: camera profile. */
	VIDEO_PROFILE = 230,
	/** `sp`: screen profile. */
	SCREEN_PROFILE = 231,
	ENABLE_AUDIO = 232,
	DISABLE_AUDIO = 233,
	ENABLE_VIDEO = 234,
	DISABLE_VIDEO = 235,
	/** `tp`: always 0. */
	STOP = 236,
	/** `tp`: node name of the preview element. */
	PLAY = 237,
}

/** Takes a usage report; `time` in milliseconds since the epoch, by default now. */
export type Report = (messageId: MessageId, args?: Record<string, unknown>, time?: number) => void;
