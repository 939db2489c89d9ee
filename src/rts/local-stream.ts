import { capture, type StreamConfig } from './devices.ts';
import { ErrorCode, rtsError } from './errors.ts';
import { createEmitter, type Emitter } from './events.ts';
import { SCREEN_PROFILES, type Profile, VIDEO_PROFILES } from './profiles.ts';

/** A microphone with a camera or the screen, to be published. Emits `audioTrackEnded` and `videoTrackEnded`. */
export interface LocalStream extends Pick<Emitter, 'on' | 'off' | 'once'> {
	readonly mediaStream: MediaStream;
	readonly audioTrack: MediaStreamTrack | undefined;
	readonly videoTrack: MediaStreamTrack | undefined;
	readonly mediaElement: HTMLMediaElement | undefined;
	/** Whether there is a camera's picture. */
	readonly hasVideo: boolean;
	/** Whether there is the screen's picture. */
	readonly hasScreen: boolean;
	/** Names of the profiles in use. */
	readonly videoProfile: string;
	readonly screenProfile: string;
	/** The server's name for the session it is published in; empty when it is not. */
	traceId: string;
	/** Whether the preview is silent. It is from the start, because it would echo. */
	muted: boolean;
	/** Changes size, frame rate and bitrate, also while live. Resolves with whether the name is known and the camera could follow. */
	setVideoProfile(name: string): Promise<boolean>;
	/** The same for the screen. */
	setScreenProfile(name: string): Promise<boolean>;
	/** These answer whether there is such a track. A disabled one goes on being sent, silent or black. */
	enableAudio(): boolean;
	disableAudio(): boolean;
	enableVideo(): boolean;
	disableVideo(): boolean;
	/** Puts another microphone, camera or screen in the place of the one in use, also while live. The old one is stopped. */
	replaceTrack(track: MediaStreamTrack): Promise<void>;
	/** Shows a preview. */
	play(element: HTMLMediaElement): void;
	/** Releases the devices and the preview. */
	stop(): void;
	/** For the publisher: names the connection the stream is sent over, or none, and where usage reports go. */
	attach(pc?: RTCPeerConnection, report?: (messageId: number, args?: Record<string, unknown>) => void): Promise<void>;
}

/** Profiles in kbit/s are multiplied by this for the encoder (spec §9). */
const BITS = 1024;

/** Tells a connection's video encoder to keep the size and spare frames, within a profile's bitrate. */
async function limitEncoder(pc: RTCPeerConnection, [, , , bitrate]: Profile): Promise<void> {
	for (const sender of pc.getSenders()) {
		const { track } = sender;
		if (!track || track.kind !== 'video') continue;
		try {
			const parameters = sender.getParameters();
			parameters.degradationPreference = 'maintain-resolution';
			if (!(parameters.encodings || []).length) parameters.encodings = [{}];
			const { frameRate } = track.getSettings();
			for (const encoding of parameters.encodings) {
				encoding.maxBitrate = BITS * bitrate;
				if (frameRate) encoding.maxFramerate = frameRate;
			}
			await sender.setParameters(parameters);
		} catch {
			// Engines without sender parameters (before Chrome 68, Firefox 64) choose their own bitrate.
		}
	}
}

/**
 * Captures a microphone and, when asked, a camera or the screen.
 * Rejects with an `RtsError`: 11002 without audio, 10000 to 10019 for devices and screen.
 */
export async function createStream(config: StreamConfig): Promise<LocalStream> {
	if (!config || !config.audio) throw rtsError(ErrorCode.ERROR_MEDIASTREAMTRACK_AUDIO_NONE, 'need audio track');
	const { on, off, once, emit } = createEmitter();
	const names = { video: '360p_1', screen: '720p_1' };
	const kind = config.screen && !config.video ? 'screen' : 'video';
	const tables = { video: VIDEO_PROFILES, screen: SCREEN_PROFILES };
	const profile = (): Profile => tables[kind][names[kind]]!;
	const mediaStream = await capture(config, profile());

	let pc: RTCPeerConnection | undefined;
	const unheard = (_messageId: number, _args?: Record<string, unknown>): void => {};
	let report = unheard;
	let element: HTMLMediaElement | undefined;

	const audio = (): MediaStreamTrack | undefined => mediaStream.getAudioTracks()[0];
	const video = (): MediaStreamTrack | undefined => mediaStream.getVideoTracks()[0];
	const has = (wanted: string): boolean => kind === wanted && !!video() && video()!.readyState === 'live';
	const watch = (track: MediaStreamTrack): void =>
		track.addEventListener('ended', () => emit(`${track.kind}TrackEnded`));
	mediaStream.getTracks().forEach(watch);

	const limit = async (): Promise<void> => {
		if (pc) await limitEncoder(pc, profile());
	};
	const setProfile = async (of: 'video' | 'screen', name: string): Promise<boolean> => {
		const wanted = tables[of][name];
		if (!Array.isArray(wanted)) return false;
		report(of === 'video' ? 230 : 231, of === 'video' ? { vp: name } : { sp: name });
		if (has(of)) {
			const [width, height, frameRate] = wanted;
			try {
				await video()!.applyConstraints({ width, height, frameRate });
			} catch {
				return false;
			}
		}
		names[of] = name;
		await limit();
		return true;
	};
	const enable = (track: MediaStreamTrack | undefined, enabled: boolean, messageId: number): boolean => {
		report(messageId);
		if (track) track.enabled = enabled;
		return !!track;
	};

	const stream: LocalStream = {
		on,
		off,
		once,
		mediaStream,
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
			return has('video');
		},
		get hasScreen() {
			return has('screen');
		},
		get videoProfile() {
			return names.video;
		},
		get screenProfile() {
			return names.screen;
		},
		get muted() {
			return !element || element.muted;
		},
		set muted(muted) {
			if (element) element.muted = muted;
		},
		setVideoProfile: (name) => setProfile('video', name),
		setScreenProfile: (name) => setProfile('screen', name),
		enableAudio: () => enable(audio(), true, 232),
		disableAudio: () => enable(audio(), false, 233),
		enableVideo: () => enable(video(), true, 234),
		disableVideo: () => enable(video(), false, 235),
		replaceTrack: async (track) => {
			const old = track.kind === 'audio' ? audio() : video();
			if (old) {
				track.enabled = old.enabled;
				for (const sender of pc ? pc.getSenders() : []) if (sender.track === old) await sender.replaceTrack(track);
				mediaStream.removeTrack(old);
				old.stop();
			}
			mediaStream.addTrack(track);
			watch(track);
			await limit();
		},
		play: (target) => {
			report(237, { tp: target.nodeName });
			element = target;
			target.muted = true;
			target.setAttribute('playsinline', '');
			target.srcObject = mediaStream;
			// A silent preview is always allowed to play; a failure means that the page replaced it.
			const playing = target.play();
			if (playing) playing.catch(() => {});
		},
		stop: () => {
			report(236, { tp: 0 });
			for (const track of mediaStream.getTracks()) {
				track.stop();
				mediaStream.removeTrack(track);
			}
			if (element && element.srcObject === mediaStream) element.srcObject = null;
			element = undefined;
		},
		attach: (connection, reporter) => {
			pc = connection;
			report = reporter || unheard;
			return limit();
		},
	};
	return stream;
}
