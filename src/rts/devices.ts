import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import type { Profile } from './profiles.ts';

/** What to capture. */
export interface StreamConfig {
	audio: boolean | { deviceId?: string };
	video?: boolean | VideoConfig;
	/** Captures the screen, when no camera is asked for. */
	screen?: boolean;
}

/** Which camera, and how it should record. */
export interface VideoConfig {
	deviceId?: string;
	width?: number;
	height?: number;
	frameRate?: number;
	/** Phones: which way the camera looks. */
	facingMode?: string;
}

const isMobile = (): boolean => /android|iphone|ipad|ipod/i.test(navigator.userAgent);

const media = (): MediaDevices => {
	const devices = navigator.mediaDevices as MediaDevices | undefined;
	if (!devices || !('getUserMedia' in devices))
		throw rtsError(ErrorCode.ERROR_DEVICE_NOTSUPPORT, 'not support navigator.mediaDevices');
	return devices;
};

/** Names a failure to capture one kind of media (spec §8). */
export function deviceError(
	{ name, message = '' }: { name?: string; message?: string },
	kind: 'audio' | 'video',
): RtsError {
	let code = ErrorCode.ERROR_DEVICE_UNKNOWNERROR;
	let text = message;
	/** The code for video is one more than that for audio. */
	const is = (audioCode: ErrorCode, what: string): void => {
		code = audioCode + (kind === 'audio' ? 0 : 1);
		text = `${kind} device not ${what}`;
	};
	if (name === 'NotAllowedError' || message === 'Permission denied')
		is(ErrorCode.ERROR_DEVICE_AUDIODEVICE_NOTALLOWED, 'allowed');
	if (name === 'NotFoundError' || message === 'Requested device not found')
		is(ErrorCode.ERROR_DEVICE_AUDIODEVICE_NOTFOUND, 'found');
	if (name === 'NotReadableError' || /by system|^Could not start/.test(message))
		is(ErrorCode.ERROR_DEVICE_AUDIODEVICE_NOTREADABLE, 'readable');
	return rtsError(code, text);
}

/** Names a failure to capture the screen, in the browser's own words (spec §8). */
export const screenError = ({ name, message = '' }: { name?: string; message?: string }): RtsError =>
	rtsError(
		name === 'InvalidAccessError'
			? ErrorCode.ERROR_SCREENSHARE_INVALIDACCESS
			: name !== 'NotAllowedError'
				? ErrorCode.ERROR_DEVICE_UNKNOWNERROR
				: message === 'Permission denied'
					? ErrorCode.ERROR_SCREENSHARE_NOTALLOWED
					: ErrorCode.ERROR_SCREENSHARE_NOPERMISSION,
		message,
	);

/** The constraints for a camera. Without wishes of the caller's it records as the profile says. */
export function videoConstraints(config: true | VideoConfig, profile: Profile, mobile: boolean): MediaTrackConstraints {
	const { width, height, frameRate, deviceId, facingMode } = config === true ? ({} as VideoConfig) : config;
	const constraints: MediaTrackConstraints =
		width || height || frameRate
			? { width, height, frameRate }
			: { width: profile[0], height: profile[1], frameRate: profile[2] };
	if (mobile && facingMode) constraints.facingMode = facingMode;
	else if (deviceId) constraints.deviceId = mobile ? deviceId : { exact: deviceId };
	return constraints;
}

const stopAll = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

/** Captures a microphone and, when asked, a camera with one request, so that the person is asked once. */
async function captureDevices(
	audio: true | MediaTrackConstraints,
	video?: MediaTrackConstraints,
): Promise<MediaStream> {
	const devices = media();
	try {
		return await devices.getUserMedia(video ? { audio, video } : { audio });
	} catch (error) {
		if (!video) throw deviceError(error as Error, 'audio');
		// The joint request does not say which device failed: see whether the microphone alone works.
		const alone = await devices.getUserMedia({ audio }).catch((reason) => {
			throw deviceError(reason, 'audio');
		});
		stopAll(alone);
		throw deviceError(error as Error, 'video');
	}
}

async function captureScreen(): Promise<MediaStream> {
	const devices = media();
	const mobile = isMobile();
	if (mobile || !('getDisplayMedia' in devices))
		throw rtsError(ErrorCode.ERROR_SCREENSHARE_NOTSUPPORT, `${mobile ? 'mobile' : 'browser'} not support screenshare`);
	try {
		return await devices.getDisplayMedia({ video: true, audio: false });
	} catch (error) {
		throw screenError(error as Error);
	}
}

/** Captures what is asked for into one stream. When one part fails the other is released. Rejects with an `RtsError`. */
export async function capture({ audio, video, screen }: StreamConfig, profile: Profile): Promise<MediaStream> {
	const sound = audio === true || !(audio && audio.deviceId) ? true : { deviceId: audio.deviceId };
	if (video) return captureDevices(sound, videoConstraints(video, profile, isMobile()));
	if (!screen) return captureDevices(sound);
	// The screen first: browsers only ask for it while the touch that led here is recent.
	const stream = await captureScreen();
	try {
		for (const track of (await captureDevices(sound)).getTracks()) stream.addTrack(track);
	} catch (error) {
		stopAll(stream);
		throw error;
	}
	return stream;
}

/** Lists devices of a kind. Names are only given to a page that may record, so this asks for permission, and releases the device at the end. */
async function list(kind: 'audio' | 'video'): Promise<MediaDeviceInfo[]> {
	const devices = media();
	const stream = await devices.getUserMedia({ [kind]: true }).catch((error) => {
		throw deviceError(error, kind);
	});
	try {
		return (await devices.enumerateDevices()).filter((device) => device.kind === `${kind}input`);
	} finally {
		// Not before: Firefox names devices only while one of them is in use.
		stopAll(stream);
	}
}

/** Lists the microphones. Rejects with an `RtsError`. */
export const getMicList = (): Promise<MediaDeviceInfo[]> => list('audio');

/** Lists the cameras. Rejects with an `RtsError`. */
export const getCameraList = (): Promise<MediaDeviceInfo[]> => list('video');
