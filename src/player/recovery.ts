import { hlsAddress } from './hls-address';
import { goesLive } from './picture';
import type { Picture, PictureSource, PlayerState, Reason } from './picture';
import { retryDelay } from './retry-delay';

/** What recovery needs from the page. */
export interface RecoveryOptions {
	picture: Picture;
	/** The live as last known; null while it is not known. */
	source: () => PictureSource | null;
	/** Asks the server what became of the live; rejects when it cannot be asked. */
	refresh: () => Promise<PictureSource>;
	/** Whether an HLS address may be derived when real-time playback cannot work. */
	hlsFallback: boolean;
	/** Told of each change of the player's state. */
	onChange: (state: PlayerState, reason: Reason) => void;
}

/** Milliseconds a plain address has to give its first frame; the streaming client keeps a shorter limit of its own. */
const connectLimit = 10_000;
/** Milliseconds without frames after which the connection is made anew. */
const stallLimit = 6000;
/** Milliseconds a picture may stand still when it is looked at: after its first frame, and when the page came back to the foreground. */
const stillLimit = 1500;
/** Milliseconds after the first frame at which it is looked at. */
const firstLook = 2000;

/** Codes of the streaming client that no later try can change: WebRTC or H.264 is missing, the address is wrong. */
const hopeless = (reason: Reason) => typeof reason === 'number' && ((reason >= 10110 && reason <= 10113) || reason === 10202 || reason === 10203);

/** What grows while a picture moves: its frames where they are counted, for Chrome's clock follows the sound while there is only one frame; else its clock. */
const progress = (video: HTMLVideoElement) => video.getVideoPlaybackQuality?.().totalVideoFrames || video.currentTime;

/**
 * Keeps a live's picture moving: tries again after a failure or a long stall, holds still while the page is hidden
 * or offline, and gives up with a reason. One timer and one connection at a time; `stop` ends everything.
 */
export function createRecovery({ picture, source, refresh, hlsFallback, onChange }: RecoveryOptions) {
	let failures = 0;
	let lostAt = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let fallenBack = false;
	let due = false;
	let stopped = false;

	const isArtc = () => /^artc:/.test(source()!.originRts);

	const wait = (then: () => void, delay: number) => {
		clearTimeout(timer);
		timer = setTimeout(then, delay);
	};

	function attempt() {
		clearTimeout(timer);
		due = document.hidden || navigator.onLine === false;
		const live = source();
		if (due || !live) return;
		picture.start(fallenBack ? hlsAddress(live.originRts) : live.originRts);
	}

	function giveUp() {
		if (isArtc() && hlsFallback && !fallenBack) {
			fallenBack = true;
			failures = 0;
			attempt();
		} else onChange('failed', picture.reason);
	}

	function failed() {
		const live = source();
		if (!live || live.status === 3) return onChange('failed', picture.reason);
		const now = Date.now();
		lostAt = lostAt || now;
		failures++;
		const delay = hopeless(picture.reason) ? null : retryDelay(failures, now - lostAt);
		if (delay === null) return giveUp();
		onChange('reconnecting', picture.reason);
		wait(attempt, delay);
	}

	/** A stream that ended may be over for good: the server knows. */
	function ended() {
		onChange('reconnecting', 'ended');
		const asked = picture.state;
		refresh().then(
			live => {
				if (stopped || picture.state !== asked || picture.reason !== 'ended') return;
				if (goesLive(live.status)) failed();
				else picture.show(live);
			},
			() => stopped || failed(),
		);
	}

	function changed() {
		const { state, reason } = picture;
		// A failure is kept until it is known of which live.
		if (!source()) return;
		if (state === 'failed') return reason === 'ended' ? ended() : failed();
		clearTimeout(timer);
		if (state === 'playing') {
			failures = lostAt = 0;
			due = false;
			// The streaming client counts a stall only once the picture has moved for a while.
			wait(unlessMoving, firstLook);
		}
		if (state === 'connecting' && (fallenBack || !isArtc())) wait(failed, connectLimit);
		if (state === 'stalled') {
			lostAt = lostAt || Date.now();
			wait(attempt, stallLimit);
		}
		onChange(state === 'connecting' && lostAt ? 'reconnecting' : state, reason);
	}

	/** At once on `online`, and when the page is shown again and its picture stands still. */
	function wake() {
		if (document.hidden || navigator.onLine === false) return;
		if (due || onHold()) return attempt();
		// Going away, some systems pause the picture before they hide the page.
		if (!/^playing|^stalled|^blocked/.test(picture.state)) return;
		if (picture.video.paused) picture.play();
		unlessMoving();
	}

	/** Makes the connection anew when the picture stands still. Hidden pictures need not move; `wake` looks again. */
	function unlessMoving() {
		const { video } = picture;
		const before = progress(video);
		wait(() => document.hidden || video.paused || progress(video) !== before || attempt(), stillLimit);
	}

	const onHold = () => failures > 0 && picture.state === 'failed' && !hopeless(picture.reason);

	picture.changed = changed;
	document.addEventListener('visibilitychange', wake);
	addEventListener('pageshow', wake);
	addEventListener('online', wake);

	return {
		/** To be called when the live has become known. */
		update: changed,
		/** A person's "retry": counts from the start again. */
		retry() {
			failures = lostAt = 0;
			fallenBack = false;
			const live = source();
			if (live) picture.show(live);
		},
		/** Ends timers, listeners and the picture. */
		stop() {
			stopped = true;
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', wake);
			removeEventListener('pageshow', wake);
			removeEventListener('online', wake);
			picture.changed = () => {};
			picture.stop();
		},
	};
}

export type Recovery = ReturnType<typeof createRecovery>;
