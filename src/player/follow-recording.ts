/** Follows a recording: reads what is seen of it, and does what its rules say (`rules/*-recording.ts`). */
import { saysOffline } from '../network/online.ts';
import type { Player } from './core/create-player.ts';
import type { Quality } from './core/list-qualities.ts';
import type { PlayerState, QualityNotice, RecordingChanges } from './core/state.ts';
import { isReplay } from './core/status.ts';
import { chooseRecording, INITIAL_RECORDING_MEMORY } from './rules/choose-recording.ts';
import { INITIAL_RECOVERY, recoverRecording, type RecordingSeen, STEADY } from './rules/recover-recording.ts';
import { isHls } from './core/is-hls.ts';
import { bufferedEnd, loadBeside, replaceAddress } from './act/beside-recording.ts';
import { PAUSED_BUFFER } from './act/hls-config.ts';
import { createRest } from './act/rest-recording.ts';

/** Milliseconds between two looks. */
const INTERVAL = 250;
/** Codes of a `MediaError`. */
const NETWORK_ERROR = 2;
const DECODE_ERROR = 3;

/** What a change of quality is announced as. */
function noticeOf(before: Quality, after: Quality): QualityNotice {
	if (after.audioOnly) return 'sound';
	return before.audioOnly ? 'restored' : after.kbps < before.kbps ? 'lower' : '';
}

/** Options of {@link followRecording}. */
export interface RecordingOptions {
	/** Called with the name of another quality that plays. */
	onQuality: (name: string) => void;
	/** Whether the viewer saves data. */
	savesData: () => boolean;
}

/** Follows the recording that the player shows, if any. Returns the cleanup. */
export function followRecording(player: Player, { onQuality, savesData }: RecordingOptions): () => void {
	const { video, dispatch } = player;
	let choice = INITIAL_RECORDING_MEMORY;
	let recovery = INITIAL_RECOVERY;
	let beside: { index: number; load: ReturnType<typeof loadBeside> } | null = null;
	/** Names of those that have failed, and that have played. */
	let failed: string[] = [];
	let played: string[] = [];
	/** Name of the first that failed since one has played; '' for none. */
	let skipped = '';
	let source = player.state.source;
	let [place, loadedPlace, end] = [0, 0, 0];
	/** When it last moved, or some of it arrived, by the page's clock. */
	let [movedAt, arrivedAt] = [0, 0];
	let failure: RecordingSeen['failure'] = '';
	let refreshed: RecordingSeen['refreshed'] = '';
	/** An error pauses it. */
	let plays = true;
	let isFinal = false;
	let woken = false;
	/** Name of what the viewer picked last; who gives up sound alone wants video. */
	let lastPicked = player.state.picked;
	let wantsVideo = false;
	const rest = createRest(player);
	/** Name of the quality that is played because nobody sees it, or is seen again; '' for none. */
	let resting = '';

	/** Those of the stage script, which may come later, keep what is told of the recording. */
	const hasRules = () => !!player.state.failedQualities;
	const change = (changes: RecordingChanges) => dispatch({ type: 'recording', changes });

	function drop(): void {
		if (beside) beside.load.drop();
		beside = null;
	}

	/** Forgets everything but the place, for a recording that begins, or begins again. */
	function reset(): void {
		drop();
		rest.forget();
		choice = INITIAL_RECORDING_MEMORY;
		recovery = INITIAL_RECOVERY;
		failed = [];
		played = [];
		skipped = '';
		failure = refreshed = '';
		isFinal = false;
		plays = true;
		loadedPlace = end = 0;
		movedAt = arrivedAt = performance.now();
	}

	/** Plays a quality at the place. */
	function load(index: number): void {
		const { qualities, quality, picked } = player.state;
		const { name, address } = qualities[index]!;
		failure = '';
		loadedPlace = place;
		arrivedAt = performance.now();
		replaceAddress(video, place, plays, () => player.element.setUrl(address, place));
		drop();
		if (index === quality) return;
		if (!resting) onQuality(name);
		const notice = picked || resting ? '' : noticeOf(qualities[quality]!, qualities[index]!);
		change({ quality: index, notice });
	}

	/** Whether hls.js plays, or is on its way: then there is no address. */
	function usesHlsJs(): boolean {
		const src = video.getAttribute('src');
		return !src || /^blob:/.test(src);
	}

	/** Asks for new addresses. */
	function refresh(): void {
		const asked = source;
		refreshed = '';
		player.refresh().then(
			(live) => {
				if (source !== asked) return;
				refreshed = 'answered';
				const next = Object.assign({}, live, { status: 3 });
				if (!next.playbackUrl || player.state.status !== 'replay') return;
				source = next;
				change({ source: next, qualities: player.qualitiesOf(next) });
			},
			() => source === asked && (refreshed = 'failed'),
		);
	}

	function look(): void {
		const now = performance.now();
		const { qualities, quality } = player.state;
		const { currentTime, readyState, paused } = video;
		const rests = paused || video.ended;
		if (!failure) {
			if (currentTime !== place && readyState > 1 && !video.seeking) movedAt = now;
			if (readyState) place = currentTime;
			plays = !paused;
		}
		if (!failure && (rests || readyState > 2)) movedAt = now;
		const bufferEnd = bufferedEnd(video, currentTime);
		if (bufferEnd !== end || rests || failure) arrivedAt = now;
		end = bufferEnd;
		// A seek loads as a start does.
		if (video.seeking) loadedPlace = currentTime;
		limitLoading(paused && bufferEnd - currentTime >= PAUSED_BUFFER);
		// The file may be sound alone, whatever is said of it.
		if (readyState > 1 && !video.videoWidth && !qualities[quality]!.audioOnly) {
			const audioOnly = true;
			const marked = qualities.map((each, i) => (i === quality ? Object.assign({}, each, { audioOnly }) : each));
			change({ qualities: marked });
		}
		choose(now, rests || !!failure || saysOffline());
		recover(now, currentTime);
	}

	/** Chromium loads 2 MB ahead of a paused element, which may be a minute, unless it is told to load no more than it must. */
	function limitLoading(limit: boolean): void {
		const preload = limit ? 'metadata' : 'auto';
		if (video.preload !== preload) video.preload = preload;
	}

	const indexOf = (name: string) => player.state.qualities.findIndex((each) => each.name === name);

	function choose(now: number, idle: boolean): void {
		const { qualities, quality, picked } = player.state;
		const missing = failed.map(indexOf);
		const isSound = qualities[quality]!.audioOnly;
		wantsVideo = isSound && !picked && (wantsVideo || !!lastPicked);
		lastPicked = picked;
		const videos = qualities.filter(({ audioOnly }) => !audioOnly).length;
		const names = qualities.map(({ name }) => name);
		resting = rest.look(
			now,
			names.filter((name) => !failed.includes(name)),
			names[quality]!,
		);
		const pick = resting || !wantsVideo ? indexOf(resting || picked) : videos - 1;
		const { currentTime, readyState } = video;
		const { memory, decision } = chooseRecording(choice, {
			...{ now, qualities, index: quality, failed: missing, place: currentTime, end },
			...{ duration: video.duration || Infinity, speed: video.playbackRate, waiting: now > movedAt },
			// Offline, what is loaded ahead is all there is.
			picked: missing.includes(pick) || (resting && saysOffline()) ? -1 : pick,
			savesData: savesData(),
			// hls.js chooses by itself.
			idle: idle || (document.hidden && !resting) || video.seeking || !readyState || usesHlsJs(),
			beside: beside && { index: beside.index, from: beside.load.from, ready: beside.load.isReady(currentTime) },
		});
		choice = memory;
		switch (decision.type) {
			case 'stay':
				return;
			case 'prepare':
				drop();
				beside = {
					index: decision.index,
					load: loadBeside(qualities[decision.index]!.address, decision.from),
				};
				return;
			case 'take':
				return load(beside!.index);
			case 'change':
				return load(decision.index);
			case 'drop':
				return drop();
			default:
				decision satisfies never;
		}
	}

	function recover(now: number, currentTime: number): void {
		const { qualities, quality, picked, reason } = player.state;
		const others = qualities
			.map((_, index) => index)
			.filter((i) => i !== quality && !failed.includes(qualities[i]!.name));
		const { name } = qualities[quality]!;
		const moved = failure ? 0 : (currentTime - loadedPlace) * 1000;
		if (moved >= STEADY) {
			skipped = '';
			if (!played.includes(name)) played = played.concat(name);
		}
		// What cannot be decoded is no fault of a server.
		const hasPlayed = played.includes(name) && !(video.error && video.error.code === DECODE_ERROR);
		// Nor are the others missing where it fails, too.
		if (hasPlayed && failure === 'media' && failed[0]) change({ failedQualities: (failed = []) });
		const standing = now - movedAt;
		const { memory, act, said } = recoverRecording(recovery, {
			...{ now, random: Math.random(), failure, standing, refreshed, woken },
			moved,
			silence: standing ? now - arrivedAt : 0,
			hls: usesHlsJs() || isHls(video.getAttribute('src')),
			offline: saysOffline(),
			hasLower: !picked && others.some((index) => index > quality && !qualities[index]!.audioOnly),
			hasOther: !!others[0] || others[0] === 0,
			played: hasPlayed,
		});
		recovery = memory;
		woken = false;
		switch (act) {
			case 'load':
				load(quality);
				break;
			case 'refresh':
				refresh();
				break;
			case 'skip':
				skipped = skipped || name;
				failed = failed.concat(name);
				change({ failedQualities: failed });
				load(others.find((index) => index > quality) ?? others[others.length - 1]!);
				break;
			case 'fail':
				// 重试 begins with that one, or the best of another list.
				if (skipped) change({ quality: Math.max(0, indexOf(skipped)) });
				isFinal = true;
				dispatch({ type: 'failed', reason: 'media' });
				return;
			case 'none':
				break;
			default:
				act satisfies never;
		}
		if (said !== reason) change({ reason: said });
	}

	/** Takes failures over before anything of them is shown. */
	function onState(state: PlayerState): void {
		if (state.source !== source) place = 0;
		if (state.source !== source || (isFinal && state.status === 'replay')) {
			source = state.source;
			reset();
		}
		if (!hasRules() || !isReplay(state) || state.status !== 'failed' || isFinal) return;
		const isMedia = state.reason === 'media' && !(video.error && video.error.code <= NETWORK_ERROR);
		failure = isMedia ? 'media' : 'network';
		place = video.currentTime || place;
		change({ reason: saysOffline() ? 'offline' : 'buffering' });
	}

	const wake = () => void (woken = true);
	const onProgress = () => void (arrivedAt = performance.now());
	/** Someone seeks while it waits to be loaded again. */
	const onSeeking = () => {
		if (failure) place = video.currentTime;
	};
	const timer = setInterval(() => {
		if (hasRules() && isReplay(player.state) && player.state.status === 'replay') look();
	}, INTERVAL);
	player.listeners.add(onState);
	video.addEventListener('progress', onProgress);
	video.addEventListener('seeking', onSeeking);
	window.addEventListener('online', wake);
	document.addEventListener('visibilitychange', wake);
	reset();
	onState(player.state);
	return () => {
		clearInterval(timer);
		drop();
		player.listeners.delete(onState);
		video.removeEventListener('progress', onProgress);
		video.removeEventListener('seeking', onSeeking);
		window.removeEventListener('online', wake);
		document.removeEventListener('visibilitychange', wake);
	};
}
