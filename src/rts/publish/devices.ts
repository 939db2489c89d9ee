import { ErrorCode, rtsError, type RtsError } from '../play/errors.ts';
import { type Profile, sizeOf } from './profiles.ts';

/** Microphone to capture. */
export interface AudioConfig {
	deviceId?: string;
}

/** Devices to capture. */
export interface StreamConfig {
	audio: boolean | AudioConfig;
	video?: boolean | VideoConfig;
	/** Ignored when `video` is set. */
	screen?: boolean;
}

/** Camera, size and frame rate to capture. */
export interface VideoConfig {
	deviceId?: string;
	width?: number;
	height?: number;
	frameRate?: number;
	/** On phones: `user` (front) or `environment` (back). */
	facingMode?: string;
}

const isMobile = (): boolean => /android|iphone|ipad|ipod/i.test(navigator.userAgent);

/** Error for a failure to capture audio or video (spec §8). */
export function deviceError(
	{ name, message = '' }: { name?: string; message?: string },
	kind: 'audio' | 'video',
): RtsError {
	/** Each video code follows that of audio. */
	const error = (audioCode: ErrorCode, what: string): RtsError =>
		rtsError(audioCode + (kind === 'audio' ? 0 : 1), kind + ' device not ' + what);
	if (name === 'NotReadableError' || /by system|^Could not start/.test(message))
		return error(ErrorCode.ERROR_DEVICE_AUDIODEVICE_NOTREADABLE, 'readable');
	// `OverconstrainedError`: no device with this id.
	if (/^(NotFound|Overconstrained)Error/.test(name!) || message === 'Requested device not found')
		return error(ErrorCode.ERROR_DEVICE_AUDIODEVICE_NOTFOUND, 'found');
	if (name === 'NotAllowedError' || message === 'Permission denied')
		return error(ErrorCode.ERROR_DEVICE_AUDIODEVICE_NOTALLOWED, 'allowed');
	return rtsError(ErrorCode.ERROR_DEVICE_UNKNOWNERROR, message);
}

/** Error for a failure to capture the screen (spec §8). */
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

/** Constraints for a camera; size and frame rate default to the profile's. */
export function videoConstraints(config: true | VideoConfig, profile: Profile, mobile: boolean): MediaTrackConstraints {
	const { width, height, frameRate, deviceId, facingMode } = config as VideoConfig;
	const constraints: MediaTrackConstraints =
		width || height || frameRate ? { width, height, frameRate } : sizeOf(profile);
	if (mobile && facingMode) constraints.facingMode = facingMode;
	else if (deviceId) constraints.deviceId = mobile ? deviceId : { exact: deviceId };
	return constraints;
}

const stopAll = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

const mediaDevices = (): MediaDevices => {
	const devices = navigator.mediaDevices as MediaDevices | undefined;
	if (!devices || !('getUserMedia' in devices))
		throw rtsError(ErrorCode.ERROR_DEVICE_NOTSUPPORT, 'not support navigator.mediaDevices');
	return devices;
};

const getMedia = (constraints: MediaStreamConstraints, kind: 'audio' | 'video'): Promise<MediaStream> =>
	mediaDevices()
		.getUserMedia(constraints)
		.catch((error) => {
			throw deviceError(error, kind);
		});

/** Captures microphone and camera with one permission prompt. */
async function captureDevices(
	audio: true | MediaTrackConstraints,
	video?: MediaTrackConstraints,
): Promise<MediaStream> {
	if (!video) return getMedia({ audio }, 'audio');
	return getMedia({ audio, video }, 'video').catch(async (error) => {
		// The error does not tell which device failed.
		stopAll(await getMedia({ audio }, 'audio'));
		throw error;
	});
}

async function captureScreen(profile: Profile): Promise<MediaStream> {
	const devices = mediaDevices();
	const mobile = isMobile();
	if (mobile || !('getDisplayMedia' in devices))
		throw rtsError(
			ErrorCode.ERROR_SCREENSHARE_NOTSUPPORT,
			(mobile ? 'mobile' : 'browser') + ' not support screenshare',
		);
	try {
		return await devices.getDisplayMedia({ video: sizeOf(profile), audio: false });
	} catch (error) {
		throw screenError(error as Error);
	}
}

/** Captures all devices, or none. Rejects with an `RtsError`. */
export async function capture({ audio, video, screen }: StreamConfig, profile: Profile): Promise<MediaStream> {
	const { deviceId } = audio as AudioConfig;
	const audioConstraints = deviceId ? { deviceId } : true;
	if (video) return captureDevices(audioConstraints, videoConstraints(video, profile, isMobile()));
	if (!screen) return captureDevices(audioConstraints);
	// First, as browsers prompt for it only shortly after a user gesture.
	const stream = await captureScreen(profile);
	try {
		for (const track of (await captureDevices(audioConstraints)).getTracks()) stream.addTrack(track);
	} catch (error) {
		stopAll(stream);
		throw error;
	}
	return stream;
}

async function listDevices(kind: 'audio' | 'video'): Promise<MediaDeviceInfo[]> {
	const stream = await getMedia({ [kind]: true }, kind);
	try {
		return (await mediaDevices().enumerateDevices()).filter((device) => device.kind === kind + 'input');
	} finally {
		// Firefox reports device names only while one is in use.
		stopAll(stream);
	}
}

/** Lists the microphones. Rejects with an `RtsError`. */
export const getMicList = (): Promise<MediaDeviceInfo[]> => listDevices('audio');

/** Lists the cameras. Rejects with an `RtsError`. */
export const getCameraList = (): Promise<MediaDeviceInfo[]> => listDevices('video');
