import { capture, type StreamConfig } from './devices.ts';
import { addEmitterMethods, type EmitterMethods } from './emitter-methods.ts';
import { checkElement } from '../play/check-element.ts';
import { ErrorCode, rtsError } from '../play/errors.ts';
import { createEmitter } from '../play/events.ts';
import { MessageId, type Report } from '../play/message-id.ts';
import { SCREEN_PROFILES, type Profile, sizeOf, VIDEO_PROFILES } from './profiles.ts';
import type { PlayOptions } from '../play/received-stream.ts';

/** Microphone with camera or screen. Emits `audioTrackEnded` and `videoTrackEnded`. */
export interface LocalStream extends EmitterMethods<LocalStream> {
	readonly mediaStream: MediaStream;
	readonly audioTrack: MediaStreamTrack | undefined;
	readonly videoTrack: MediaStreamTrack | undefined;
	readonly mediaElement: HTMLMediaElement | undefined;
	readonly hasVideo: boolean;
	readonly hasScreen: boolean;
	readonly videoProfile: string;
	readonly screenProfile: string;
	/** The server's session id; empty while not published. */
	traceId: string;
	/** Mutes the preview, which starts muted. */
	muted: boolean;
	/** Sets size, frame rate and bitrate, also while published. False if the name is unknown or the camera refuses. */
	setVideoProfile(name: string): Promise<boolean>;
	setScreenProfile(name: string): Promise<boolean>;
	/** These four return whether there is such a track; a disabled one is sent silent or black. */
	enableAudio(): boolean;
	disableAudio(): boolean;
	enableVideo(): boolean;
	disableVideo(): boolean;
	/** Also stops the old track. Works while published. */
	replaceTrack(track: MediaStreamTrack): Promise<void>;
	play(element: HTMLMediaElement, options?: PlayOptions): void;
	stop(): void;
	getMediaStream(): MediaStream;
	/** Called by the publisher; without `report` at the end. */
	setReporter(report?: Report): void;
	setEncodeParam(pc: RTCPeerConnection): Promise<void>;
}

/** Bits per second for each kbit/s of a profile (spec §9). */
const ENCODER_BITRATE_FACTOR = 1024;

/** Limits the encoder to a profile's bitrate, dropping frames rather than resolution. */
async function limitEncoder(sender: RTCRtpSender, [, , , bitrate]: Profile): Promise<void> {
	try {
		const parameters = sender.getParameters();
		parameters.degradationPreference = 'maintain-resolution';
		if (!(parameters.encodings || []).length) parameters.encodings = [{}];
		const { frameRate } = sender.track!.getSettings();
		for (const encoding of parameters.encodings) {
			encoding.maxBitrate = ENCODER_BITRATE_FACTOR * bitrate;
			if (frameRate) encoding.maxFramerate = frameRate;
		}
		await sender.setParameters(parameters);
	} catch {
		// Chrome before 68 and Firefox before 64 choose the bitrate.
	}
}

/**
 * Captures microphone and, if configured, camera or screen. Rejects with an `RtsError`: 11002 without audio, 10000 to
 * 10019 for devices.
 */
export async function createStream(config: StreamConfig): Promise<LocalStream> {
	if (!config || !config.audio) throw rtsError(ErrorCode.ERROR_MEDIASTREAMTRACK_AUDIO_NONE, 'need audio track');
	const emitter = createEmitter();
	const profileNames = { video: '360p_1', screen: '720p_1' };
	const kind = config.screen && !config.video ? 'screen' : 'video';
	const tables = { video: VIDEO_PROFILES, screen: SCREEN_PROFILES };
	const profile = (): Profile => tables[kind][profileNames[kind]]!;
	const mediaStream = await capture(config, profile());

	let pc: RTCPeerConnection | undefined;
	const ignoreReport: Report = () => {};
	let report = ignoreReport;
	let element: HTMLMediaElement | undefined;

	const audio = (): MediaStreamTrack | undefined => mediaStream.getAudioTracks()[0];
	const video = (): MediaStreamTrack | undefined => mediaStream.getVideoTracks()[0];
	const hasLive = (wanted: string): boolean => kind === wanted && !!video() && video()!.readyState === 'live';
	const emitEnd = (track: MediaStreamTrack): void =>
		track.addEventListener('ended', () => emitter.emit(track.kind + 'TrackEnded'));
	mediaStream.getTracks().forEach(emitEnd);

	const sendersOf = (track?: MediaStreamTrack): RTCRtpSender[] =>
		track && pc ? pc.getSenders().filter((sender) => sender.track === track) : [];
	const applyProfile = async (): Promise<void> => {
		for (const sender of sendersOf(video())) await limitEncoder(sender, profile());
	};
	const setProfile = async (source: 'video' | 'screen', name: string): Promise<boolean> => {
		const requested = tables[source][name];
		if (!Array.isArray(requested)) return false;
		if (source === 'video') report(MessageId.VIDEO_PROFILE, { vp: name });
		else report(MessageId.SCREEN_PROFILE, { sp: name });
		if (hasLive(source)) {
			try {
				await video()!.applyConstraints(sizeOf(requested));
			} catch {
				return false;
			}
		}
		profileNames[source] = name;
		await applyProfile();
		return true;
	};
	const enable = (track: MediaStreamTrack | undefined, enabled: boolean, messageId: MessageId): boolean => {
		report(messageId);
		if (track) track.enabled = enabled;
		return !!track;
	};

	const stream = {
		mediaStream,
		getMediaStream: () => mediaStream,
		traceId: '',
		get audioTrack() {
			return audio();
		},
		get videoTrack() {
			return video();
		},
		get mediaElement() {
			return element;
		},
		get hasVideo() {
			return hasLive('video');
		},
		get hasScreen() {
			return hasLive('screen');
		},
		get videoProfile() {
			return profileNames.video;
		},
		get screenProfile() {
			return profileNames.screen;
		},
		get muted() {
			return !element || element.muted;
		},
		set muted(muted) {
			if (element) element.muted = muted;
		},
		setVideoProfile: (name) => setProfile('video', name),
		setScreenProfile: (name) => setProfile('screen', name),
		enableAudio: () => enable(audio(), true, MessageId.ENABLE_AUDIO),
		disableAudio: () => enable(audio(), false, MessageId.DISABLE_AUDIO),
		enableVideo: () => enable(video(), true, MessageId.ENABLE_VIDEO),
		disableVideo: () => enable(video(), false, MessageId.DISABLE_VIDEO),
		replaceTrack: async (track) => {
			const old = track.kind === 'audio' ? audio() : video();
			if (old === track) return;
			if (old) {
				track.enabled = old.enabled;
				for (const sender of sendersOf(old)) await sender.replaceTrack(track);
				mediaStream.removeTrack(old);
				old.stop();
			}
			mediaStream.addTrack(track);
			emitEnd(track);
			await applyProfile();
		},
		play: (target, options) => {
			checkElement(target);
			report(MessageId.PLAY, { tp: target.nodeName });
			element = target;
			target.muted = true;
			target.setAttribute('playsinline', '');
			target.srcObject = mediaStream;
			if (options && options.autoplay === false) return;
			// Rejects only if the page has replaced the source.
			Promise.resolve(target.play()).catch(() => {});
		},
		stop: () => {
			report(MessageId.STOP, { tp: 0 });
			for (const track of mediaStream.getTracks()) {
				track.stop();
				mediaStream.removeTrack(track);
			}
			if (element && element.srcObject === mediaStream) element.srcObject = null;
			element = undefined;
		},
		setReporter: (reporter) => {
			report = reporter || ignoreReport;
			if (!reporter) pc = undefined;
		},
		setEncodeParam: (connection) => {
			pc = connection;
			return applyProfile();
		},
	} as LocalStream;
	return addEmitterMethods(stream, emitter);
}
