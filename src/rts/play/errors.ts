import type { ErrorReply } from './error-reply.ts';
import { IS_SDK } from './is-sdk.ts';

/** Codes of rejections and `onError` (spec §8), as the vendor's SDK 2.0.0 uses them at run time; its README differs. */
export enum ErrorCode {
	ERROR_DEVICE_UNKNOWNERROR = 10000,
	ERROR_DEVICE_AUDIODEVICE_NOTFOUND = 10001,
	ERROR_DEVICE_VIDEODEVICE_NOTFOUND = 10002,
	ERROR_DEVICE_AUDIODEVICE_NOTALLOWED = 10003,
	ERROR_DEVICE_VIDEODEVICE_NOTALLOWED = 10004,
	ERROR_DEVICE_AUDIODEVICE_NOTREADABLE = 10005,
	ERROR_DEVICE_VIDEODEVICE_NOTREADABLE = 10006,
	ERROR_SCREENSHARE_NOTALLOWED = 10011,
	ERROR_SCREENSHARE_NOPERMISSION = 10013,
	ERROR_SCREENSHARE_INVALIDACCESS = 10014,
	ERROR_SCREENSHARE_NOTSUPPORT = 10018,
	ERROR_DEVICE_NOTSUPPORT = 10019,
	ERROR_SIGNAL_ERROR = 10101,
	ERROR_PLAY_FAILED = 10102,
	ERROR_NOTSUPPORT_WEBRTC = 10110,
	ERROR_BROWSER_NOTSUPPORT = 10111,
	ERROR_BROWSER_VERSIONLOW = 10112,
	ERROR_NOTSUPPORT_H264 = 10113,
	ERROR_CREATEOFFER = 10114,
	ERROR_HEMLELEMENT_NOTMATCH = 10125,
	ERROR_AUTOPLAY_ERROR = 10201,
	ERROR_PLAY_URL = 10202,
	ERROR_SUBSCRIBE_NOTHING = 10203,
	ERROR_HTMLELEMENT_ERROR = 10204,
	ERROR_HTTPREQUEST_ERROR = 10205,
	ERROR_ANSWER_ERROR = 10206,
	/** Connection failed for good; not in the SDK 2.0.0. */
	ERROR_PC_DISCONNECTED = 10209,
	ERROR_PUBLISH_URL = 10300,
	ERROR_PUBLISH_NOAUDIO = 10301,
	ERROR_MEDIASTREAMTRACK_AUDIO_NONE = 11002,
}

/** Messages of failures to play (spec §8), by code; the first flight does without. */
export const ERROR_MESSAGES: Partial<Record<number | string, string>> = {
	[ErrorCode.ERROR_PLAY_FAILED]: 'play failed',
	[ErrorCode.ERROR_NOTSUPPORT_WEBRTC]: 'not support webrtc',
	[ErrorCode.ERROR_BROWSER_NOTSUPPORT]: 'browser not support',
	[ErrorCode.ERROR_BROWSER_VERSIONLOW]: 'browser version too low',
	[ErrorCode.ERROR_NOTSUPPORT_H264]: 'not support h264',
	[ErrorCode.ERROR_CREATEOFFER]: 'create offer error',
	[ErrorCode.ERROR_PLAY_URL]: 'url need artc://',
	[ErrorCode.ERROR_SUBSCRIBE_NOTHING]: 'subscribe nothing',
	[ErrorCode.ERROR_ANSWER_ERROR]: 'set answer error',
	[ErrorCode.ERROR_PC_DISCONNECTED]: 'PC disconnected',
};

/** Error of rejections and `onError`. */
export interface RtsError extends Error {
	errorCode: number;
	/** The server's session id, for support tickets; empty before its reply. */
	traceId: string;
	extraInfo?: { response: ErrorReply };
	/** HTTP status of a refused signalling request. */
	status?: number;
	/** Milliseconds demanded by the server. */
	retryAfter?: number;
}

/** Creates the error of a reply's status (spec §8). */
export const statusError = (errorCode: number, status: number): RtsError =>
	Object.assign(rtsError(errorCode, IS_SDK ? 'response status:' + status : ''), { status });

/** Creates an error with enumerable fields for `JSON.stringify`, as in the SDK; without `message` with the code's. */
export const rtsError = (errorCode: number, message?: string, traceId = ''): RtsError =>
	Object.assign(new Error(), { errorCode, message: message || (IS_SDK && ERROR_MESSAGES[errorCode]) || '', traceId });
