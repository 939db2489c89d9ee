import { hlsUrl } from './hls-url.ts';
import { goesLive, type Picture, type PictureSource, type PlayerState, type Reason } from './picture.ts';
import { retryDelay } from './retry-delay.ts';

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

/** Milliseconds without data after which a plain address is tried again; the streaming client keeps a shorter limit of its own. */
const connectLimit = 10_000;
/** Milliseconds without frames after which the connection is made anew. */
const stallLimit = 6000;
/** Milliseconds a picture may stand still when it is looked at: after its first frame, and when the page came back to the foreground. */
const stillLimit = 1500;
/** Milliseconds after the first frame at which it is looked at. */
const firstLook = 2000;

/** Failures in a row after which the server is asked what became of the live: it may be over, or have another address. */
const askAfter = 2;
/** ERROR_NOTSUPPORT_H264: Android may list its decoders seconds after it was asked first, so this many tries are made. */
const noH264 = 10113;
const h264Tries = 3;

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
	/** Whether the server was asked since the picture was lost. */
	let asked = false;
	let stopped = false;

	const { video } = picture;

	const isArtc = () => /^artc:/.test(source()!.originRts);
	const plain = () => fallenBack || !isArtc();
	/** What no later try can change: WebRTC or H.264 is missing, the address is wrong. */
	const hopeless = () =>
		(picture.reason === noH264 && failures >= h264Tries) || /^(1011[0-2]|1020[23])$/.test(`${picture.reason}`);

	const wait = (then: () => void, delay: number) => {
		clearTimeout(timer);
		timer = setTimeout(then, delay);
	};

	function attempt() {
		clearTimeout(timer);
		due = document.hidden || navigator.onLine === false;
		const live = source();
		if (due || !live) return;
		picture.start(fallenBack ? hlsUrl(live.originRts) : live.originRts);
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
		const delay = hopeless() ? null : retryDelay(failures, now - lostAt);
		if (delay === null) return giveUp();
		if (failures >= askAfter && !asked) {
			asked = true;
			refresh().then(
				(live) => stopped || !failures || goesLive(live.status) || picture.show(live),
				() => {},
			);
		}
		onChange('reconnecting', picture.reason);
		wait(attempt, delay);
	}

	/** A stream that ended may be over for good: the server knows. */
	function ended() {
		onChange('reconnecting', 'ended');
		asked = true;
		const still = () => !stopped && picture.state === 'failed' && picture.reason === 'ended';
		refresh().then(
			(live) => {
				if (!still()) return;
				if (goesLive(live.status)) failed();
				else picture.show(live);
			},
			() => still() && failed(),
		);
	}

	function changed() {
		const { state, reason } = picture;
		// A failure is kept until it is known of which live.
		if (!source()) return;
		// Whatever was to follow from the state before.
		clearTimeout(timer);
		due = false;
		if (state === 'failed') return reason === 'ended' ? ended() : failed();
		if (state === 'playing') {
			failures = lostAt = 0;
			asked = false;
			// The streaming client counts a stall only once the picture has moved for a while.
			wait(() => unlessAlive(renew, stillLimit), firstLook);
		}
		if (state === 'connecting' && plain()) unlessAlive(failed, connectLimit);
		if (state === 'stalled') {
			lostAt = lostAt || Date.now();
			unlessAlive(renew, stallLimit);
		}
		onChange(state === 'connecting' && lostAt ? 'reconnecting' : state, reason);
	}

	/** At once on `online`, and when the page is shown again and its picture stands still. */
	function wake(event: Event) {
		const { state } = picture;
		const begun = /^playing|^stalled|^blocked/.test(state);
		// The streaming client ended its connection when the page was put away whole.
		if ((event as PageTransitionEvent).persisted && (begun || state === 'connecting') && !plain()) due = true;
		if (document.hidden || navigator.onLine === false) return;
		if (due || onHold()) return attempt();
		if (!begun) return;
		// Going away, some systems pause the picture before they hide the page. A network that comes back is nobody who wants sound.
		if (video.paused && event.type !== 'online') picture.play();
		unlessAlive(renew, stillLimit);
	}

	/** What grows while the picture moves, or data of a plain address comes in. */
	const life = () => progress(video) + picture.heard;

	/** Does something when there is no sign of life for so many milliseconds; until the picture plays it is looked at again and again. */
	function unlessAlive(then: () => void, limit: number) {
		const before = life();
		wait(() => {
			if (life() === before) then();
			else if (picture.state !== 'playing') unlessAlive(then, Math.max(limit, stallLimit));
		}, limit);
	}

	/** Makes the connection anew. Hidden pictures need not move; `wake` looks again. */
	const renew = () => document.hidden || video.paused || attempt();

	/** A try has failed and the next one is not made yet, or gives no sign. */
	const onHold = () =>
		failures > 0 && (picture.state === 'failed' || (picture.state === 'connecting' && plain())) && !hopeless();

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
			asked = fallenBack = false;
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
