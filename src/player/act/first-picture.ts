/** Shows a live over HTTP until the real-time stream has a frame. See `docs/decisions/first-picture.md`. */
import { ErrorCode } from '../../rts/play/errors.ts';
import type { Sample } from '../../rts/play/sample.ts';
import type { Player } from '../core/create-player.ts';
import type { PlayerState } from '../core/state.ts';
import type { HttpClient, HttpClientOptions } from './http-client.ts';

interface FirstPictureOptions {
	player: Pick<Player, 'video' | 'element' | 'state' | 'listeners' | 'dispatch'>;
	client: HttpClient;
	loadLater: HttpClientOptions['loadLater'];
	/** Requested before. */
	address: string;
	response: Promise<Response>;
	/** Whether the detail call's answer allows it. */
	allowed: Promise<boolean>;
	/** Whoever has the address may see it at once. */
	isPublic: boolean;
	/** kbit/s of the link; 0: unknown. */
	rate: number;
}

/** Error of a browser that refuses sound. */
const REFUSED = ErrorCode.ERROR_AUTOPLAY_ERROR;

/** kbit/s of a link that carries both: what plays goes on until the stream's key frame, up to a group of pictures later. */
const BOTH = 800;
/** On a lesser one, seconds loaded ahead with which the request ends once the stream's server is reached, or at its first bytes. */
const AHEAD_REACHED = 1.5;
const AHEAD = 0.5;
/** Milliseconds after which it ends without. */
const BESIDE = 1000;
/** Milliseconds after which it is requested again where no frame has come: a server may wait for the next key frame. */
const SPARED = 3000;
/** Milliseconds until its first bytes, which wait for an answer that allows it. */
const TIMEOUT = 10_000;
/** Milliseconds between looks, which are counted where a page that stands is to lose no time. */
const LOOK_INTERVAL = 40;
/** Looks at frames of the stream after which it gives way, though the browser has reported none on the screen (a hidden tab). */
const UNSEEN = 10;
/** Looks for which what has come may be shown, until the page's own element plays it: 5 s. */
const REST = 125;

/** Nothing is to be seen any more, or it waits for the viewer. */
const OVER: PlayerState['status'][] = ['cover', 'ended', 'replay', 'paused', 'blocked'];

/**
 * Plays it over the page's `<video>`, which receives the real-time stream beneath, muted, and is not touched otherwise. Gives
 * way to its first frame. Where that stream fails, the broadcast goes on over HTTP.
 */
export function showFirstPicture({
	player,
	client,
	loadLater,
	address,
	response,
	allowed,
	isPublic,
	rate,
}: FirstPictureOptions) {
	const { video, element, listeners } = player;
	const parent = video.parentElement!;
	const above = document.createElement('video');
	above.playsInline = true;
	above.muted = player.state.autoplayMuted;
	above.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%;opacity:0';
	let isShown = false;
	let isOver = false;
	let isAllowed = isPublic;
	let bytes = 0;
	/** Of the request before. */
	let before = 0;
	let receivedAt = 0;
	let sparedAt = 0;
	/** Looks since the broadcast goes on from its address. */
	let rested = 0;
	/** Looks at frames of the stream, and with how many it gives way. */
	let looks = 0;
	let enough = 0;
	let onOver: () => void;
	const over = new Promise<void>((resolve) => (onOver = resolve));

	function end(): void {
		if (isOver) return;
		isOver = true;
		listeners.delete(follow);
		video.removeEventListener('volumechange', followSound);
		clearInterval(timer);
		if (isShown) {
			video.muted = above.muted;
			parent.className = player.state.reason ? '' : player.state.status;
		}
		// With the picture that was kept over it.
		if (above.nextElementSibling) above.nextElementSibling.remove();
		above.remove();
		client.unsubscribe();
		onOver();
	}

	/** The page's own element was unmuted by the viewer. */
	function followSound(): void {
		if (video.muted) return;
		above.muted = false;
		video.muted = true;
	}

	function show(): void {
		if (isShown || !isAllowed || !above.videoWidth || above.readyState < 2) return;
		isShown = true;
		parent.hidden = false;
		above.style.opacity = '1';
		above.muted = video.muted;
		video.muted = true;
		video.addEventListener('volumechange', followSound);
		follow(player.state);
	}

	/** Follows the player, whose messages about the stream that still connects are hidden under the picture. */
	function follow({ status, source }: PlayerState): void {
		if (OVER.includes(status)) return end();
		if (isShown) parent.className = 'playing first';
		if (rested || !source || source.originRts !== address) return;
		// The broadcast goes on from it.
		rested = 1;
		client.stopReceiving();
	}

	/** Gives way once the page's element moves. */
	function look(): void {
		show();
		const now = performance.now();
		const { sample, received } = element.connection();
		const isReached = !!received && !!received.pc && /^co/.test(received.pc.iceConnectionState);
		if (sample.time) receivedAt = receivedAt || now;
		const { buffered, currentTime } = above;
		const ahead = buffered.length && buffered.end(buffered.length - 1) - currentTime;
		const isEnough =
			(isReached && ahead > AHEAD_REACHED) || (receivedAt && (ahead > AHEAD || now - receivedAt > BESIDE));
		if (isEnough && rate < BOTH && !sparedAt) {
			sparedAt = now;
			client.stopReceiving();
		}
		if (sparedAt && now - sparedAt > SPARED && !rested) {
			sparedAt = Infinity;
			loadLater().then(({ keepPicture }) => {
				if (isOver || rested) return;
				before = bytes;
				keepPicture(above);
				stream = client.subscribe(address);
				play();
			});
		}
		if (rested && rested++ > REST) return end();
		// Firefox counts none of a stream's in the element.
		const frames = video.getVideoPlaybackQuality().totalVideoFrames || sample.frames;
		if (video.videoWidth && frames! > 1 && looks++ >= enough) end();
	}

	const timer = setInterval(look, LOOK_INTERVAL);
	if (video.requestVideoFrameCallback) {
		enough = UNSEEN;
		video.requestVideoFrameCallback(() => (enough = 0));
	}
	listeners.add(follow);
	client.on('onError', ({ errorCode }: { errorCode: number }) => {
		if (errorCode !== REFUSED) return end();
		above.muted = true;
		const playing = above.play() as Promise<void> | undefined;
		if (playing) playing.catch(end);
		// A second refusal would be one of all playing.
		if (!player.state.autoplayMuted) player.dispatch({ type: 'playRefused' });
	});
	client.on('onSample', (sample: Sample) => (bytes = before + sample.bytes!));
	client.on('onPlayEvent', ({ event }: { event: string }) => event === 'ended' && end());
	// Beside what is hydrated, which is left alone.
	parent.attachShadow({ mode: 'open' }).append(document.createElement('slot'), above);
	let stream = client.subscribe(address, { playTimeOut: TIMEOUT, requested: response });
	const play = () => stream.then((received) => isOver || received.play(above)).catch(end);
	if (isPublic) play();
	allowed.then((is) => {
		isAllowed = is;
		if (!is) end();
		else if (!isPublic) play();
	});
	follow(player.state);
	return {
		/** Resolves once the link is free of it. */
		over,
		/** Its address, where the broadcast may go on (`act/play-fallback.ts`); '' once it is over. */
		address: () => (isOver ? '' : address),
		/** Received. */
		bytes: () => bytes,
	};
}

export type FirstPicture = ReturnType<typeof showFirstPicture>;
