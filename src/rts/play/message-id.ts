/** Ids of usage reports (spec §7); `rts/README.md` lists their arguments. */
export enum MessageId {
	USER_AGENT = 101,
	STALL_TIME = 107,
	START_PLAY = 120,
	STOP_PLAY = 121,
	/** `vurl`, `surl`: address with and without options. */
	SUBSCRIBE_START = 125,
	SUBSCRIBE_OK = 126,
	FIRST_FRAME_TIME = 137,
	ERROR = 150,
	CREATE_CLIENT = 200,
	START_PUBLISH = 220,
	STOP_PUBLISH = 221,
	VIDEO_PROFILE = 230,
	SCREEN_PROFILE = 231,
	ENABLE_AUDIO = 232,
	DISABLE_AUDIO = 233,
	ENABLE_VIDEO = 234,
	DISABLE_VIDEO = 235,
	STOP = 236,
	PLAY = 237,
}

/** Takes a usage report; `time` in milliseconds since the epoch, by default now. */
export type Report = (messageId: MessageId, args?: Record<string, unknown>, time?: number) => void;
