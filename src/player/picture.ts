import type { PlayClient } from '../rts/play.ts';
import { throughBridge } from '../rts/remote-stream.ts';

/** The player's one state word. */
export type PlayerState =
	'idle' | 'cover' | 'ended' | 'replay' | 'connecting' | 'playing' | 'stalled' | 'blocked' | 'reconnecting' | 'failed';

/** Why a picture failed: an error code of the streaming client, or `media` for the element's own error, `ended` for a stream that is over. */
export type Reason = number | 'media' | 'ended' | '';

/** What of a live decides its picture. */
export interface PictureSource {
	status: number;
	originRts: string;
	playbackUrl: string;
	poster: string;
}

/** The picture on the served `<video>`: shows what a live's status asks for and says what became of it. It never tries again by itself. */
export interface Picture {
	state: PlayerState;
	reason: Reason;
	/** The browser refused sound, so the picture plays muted until the person asks for sound. */
	quiet: boolean;
	/** Error code of a support check that refused real-time playback here; 0 where none did. */
	refusal: number;
	/** Milliseconds a stream has to show its first frame. */
	patience: number;
	/** Grows while data of a plain address comes in. */
	heard: number;
	/** Called after each change of state, reason or quiet. */
	changed: () => void;
	/** Shows what the status asks for (spec §4). */
	show(source: PictureSource): void;
	/** Starts a live at an address, after ending what was there. */
	start(address: string): void;
	/** Plays on: with sound as before, else muted, else it asks for a tap. */
	play(): void;
	/** Plays from a person's gesture, with sound. */
	unmute(): void;
	/** Ends connection and source; harmless twice. */
	stop(): void;
	readonly video: HTMLVideoElement;
}

/** Whether a status asks for the live player: anything but cover, ended and replay (spec §4). */
export const goesLive = (status: number) => status !== 0 && status !== 2 && status !== 3;

/** Error code when the browser has no WebRTC at all (spec §8, ERROR_NOTSUPPORT_WEBRTC). */
const noWebRtc = 10110;
/** ERROR_AUTOPLAY_ERROR: the connection is fine, only playing was refused. */
const autoplayRefused = 10201;
/** ERROR_HEMLELEMENT_NOTMATCH: said as an event, play goes on. */
const elementMismatch = 10125;
/** Milliseconds after its first frame in which a pause is the browser's: WebKit finds the sound only then, and stops what may not have it without a word. */
const soundFound = 1000;

/**
 * Makes the picture.
 * @param client the streaming client, or null where there is no WebRTC
 * @param coverAddress the address of a cover at the width it is shown with
 */
export function createPicture(
	video: HTMLVideoElement,
	cover: HTMLImageElement,
	client: PlayClient | null,
	coverAddress: (address: string) => string,
): Picture {
	/** Counts starts and stops, so that what an earlier start set off is ignored. */
	let round = 0;
	let live = false;
	/** When the element began to play, as `Date.now()`; 0 while it has not. */
	let begun = 0;

	/** Ends what the element shows; a connection is ended by the next one, or by `stop`. */
	function clear() {
		round++;
		live = video.controls = false;
		begun = 0;
		if (video.srcObject) video.srcObject = null;
		if (video.hasAttribute('src')) {
			video.removeAttribute('src');
			video.load();
		}
	}

	function set(state: PlayerState, reason: Reason = '') {
		if (state === picture.state && reason === picture.reason) return;
		picture.state = state;
		picture.reason = reason;
		picture.changed();
	}

	/** Sound first; muted if that is refused; a tap if that is refused too. */
	function refused() {
		if (!picture.quiet) {
			picture.quiet = video.muted = true;
			picture.changed();
			play();
		} else if (live) set('blocked');
	}

	function play() {
		const mine = round;
		const playing = video.play() as Promise<void> | undefined;
		if (playing)
			playing.catch((error) => {
				if (mine === round && error.name === 'NotAllowedError') refused();
			});
	}

	function plain(address: string) {
		const mine = round;
		video.src = address;
		throughBridge(() => mine === round && play());
	}

	const picture: Picture = {
		state: 'idle',
		reason: '',
		quiet: false,
		refusal: client ? 0 : noWebRtc,
		patience: 5000,
		heard: 0,
		changed() {},
		video,

		show({ status, originRts, playbackUrl, poster }) {
			// A replay that broke off is taken up where it was.
			const place = status === 3 && video.getAttribute('src') === playbackUrl ? video.currentTime : 0;
			clear();
			video.parentElement!.hidden = false;
			// An offer made in advance is for a live only.
			if (client && !goesLive(status)) client.unsubscribe();
			const still = status === 0 || status === 2;
			cover.hidden = !still || !poster;
			if (still && poster) cover.src = coverAddress(poster);
			if (status === 0) set('cover');
			else if (status === 2) set('ended');
			else if (status === 3) {
				video.controls = true;
				set('replay');
				plain(playbackUrl);
				const mine = round;
				if (place)
					video.addEventListener('loadedmetadata', () => mine === round && (video.currentTime = place), { once: true });
			} else picture.start(originRts);
		},

		start(address) {
			clear();
			live = true;
			// A try after one that led nowhere is told as well.
			picture.state = 'idle';
			set('connecting');
			if (!/^artc:/.test(address)) {
				if (client) client.unsubscribe();
				return plain(address);
			}
			if (!client || picture.refusal) {
				if (client) client.unsubscribe();
				return set('failed', picture.refusal);
			}
			const mine = round;
			client.subscribe(address, { playTimeOut: picture.patience }).then(
				(stream) => mine === round && stream.play(video),
				(error) => mine === round && set('failed', error.errorCode),
			);
		},

		play,

		unmute() {
			picture.quiet = video.muted = false;
			picture.changed();
			// A stream that stood still meanwhile is found out.
			if (picture.state === 'blocked') set('stalled');
			play();
		},

		stop() {
			clear();
			if (client) client.unsubscribe();
		},
	};

	if (client) {
		client.on('onError', (error) => {
			if (error.errorCode === autoplayRefused) refused();
			else if (error.errorCode !== elementMismatch) set('failed', error.errorCode);
		});
		client.on('onPlayEvent', ({ event }) => {
			// A stream flows on behind a picture that waits for a tap.
			if (!live || (picture.state === 'blocked' && event !== 'ended')) return;
			if (event === 'ended') set('failed', 'ended');
			else if (event === 'waiting') set('stalled');
			// Media that has arrived counts as playing: a picture that freezes at once is then found to stand still.
			else if (event === 'playing' || (event === 'canplay' && picture.state === 'connecting')) set('playing');
		});
	}

	const on = (name: string, then: () => void) => video.addEventListener(name, () => live && then());
	on('playing', () => set('playing'));
	on('waiting', () => picture.state === 'playing' && set('stalled'));
	on('ended', () => set('failed', 'ended'));
	video.addEventListener('playing', () => (begun = begun || Date.now()));
	video.addEventListener('pause', () => {
		if (!video.paused || video.ended || document.hidden || !begun) return;
		if (!video.muted && Date.now() - begun < soundFound) refused();
		// A call, headphones pulled out, or the end of iOS's own full screen: a live has no controls to go on with.
		else if (live) set('blocked');
	});
	video.addEventListener('progress', () => {
		if (video.hasAttribute('src')) picture.heard++;
	});
	// Sound may be asked for in the browser's own controls, too.
	video.addEventListener('volumechange', () => {
		if (!picture.quiet || video.muted) return;
		picture.quiet = false;
		picture.changed();
	});
	video.addEventListener('error', () => {
		if (video.error && video.hasAttribute('src')) set('failed', 'media');
	});
	return picture;
}
