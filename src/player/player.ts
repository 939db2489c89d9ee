import { ErrorCode, type RtsError } from '../rts/errors.ts';
import type { Policy } from './policy.ts';
import { failureOf, isFatal, retryDelay } from './reconnect.ts';
import { isLive, isUrl, type PlayerSource, selectStream, SHOWN_INSTEAD } from './source.ts';
import type { Command, PlayerEvent, PlayerState, PlayerStatus, Reason, Snapshot } from './state.ts';

/** What follows from an event. `state` is the same object when nothing has changed. */
export interface Transition {
	state: PlayerState;
	commands: Command[];
}

/** A state while its transition is being made. */
type Draft = { -readonly [Name in keyof PlayerState]: PlayerState[Name] };

/** In these the cover is shown over the video. */
const COVERED: PlayerStatus[] = ['cover', 'ended', 'blocked', 'failed'];

/**
 * The player as a pure function.
 *
 * @param at the surroundings at the moment of the event
 */
export function transition(state: PlayerState, event: PlayerEvent, at: Snapshot, policy: Policy): Transition {
	const next: Draft = Object.assign({}, state);
	const commands: Command[] = [];

	/** Whether a broadcast is shown, or tried. */
	const isStreaming = () => next.source && isLive(next.source.status);
	const stream = () => selectStream(next.source!, next.audioOnly, policy.whep);
	const isRealTime = () => stream().kind !== 'url';
	const isLoaded = () => ['playing', 'stalled', 'blocked'].includes(next.status);
	/** Between two attempts. */
	const isWaiting = () => next.status === 'reconnecting' && !next.attempting;
	/** Milliseconds that the server has asked to wait. */
	const demandedDelay = () => (next.error && next.error.retryAfter) || 0;

	/** Enters a status. Whatever was due in the one before is dropped. */
	function enter(status: PlayerStatus, reason: Reason = '') {
		const slow =
			status === 'reconnecting' &&
			(next.failures > policy.quickFailures || demandedDelay() > policy.maxRetryDelay || !at.online);
		next.status = status;
		next.reason = reason;
		next.failure = slow || status === 'failed' ? failureOf(reason) : '';
		next.since = at.now;
		next.attempting = false;
		next.timer = null;
	}

	/** Shows what the status of a broadcast calls for (spec §4), and counts from the start again. */
	function show(source: PlayerSource) {
		const shown = SHOWN_INSTEAD[source.status];
		next.source = source;
		next.failures = next.startedAt = next.stalledAt = 0;
		next.stalledOften = false;
		if (!shown) return start();
		enter(shown);
		commands.push(shown === 'replay' ? { type: 'loadReplay', url: source.playbackUrl } : { type: 'unload' });
	}

	/** Loads the stream: the only place that starts a broadcast. */
	function start() {
		const { poster, originRts } = next.source!;
		const unfit = isRealTime() ? next.supportError : !isUrl(originRts) && ErrorCode.ERROR_PLAY_URL;
		if (unfit) {
			commands.push({ type: 'unload' });
			return fail(unfit);
		}
		const { failures } = next;
		enter(failures ? 'reconnecting' : 'connecting');
		next.attempting = true;
		next.startedAt = 0;
		// With a high latency each step to the first frame takes longer.
		const timeout = policy.playTimeout * (1 + failures) + policy.latencyFactor * at.latency;
		commands.push({
			type: 'load',
			stream: stream(),
			timeout: Math.min(policy.maxPlayTimeout, timeout),
			keep: failures ? poster : '',
		});
	}

	/** Starts anew, or leaves that to `wake` while the page is hidden. */
	function attempt() {
		next.timer = null;
		if (!at.hidden) start();
	}

	/** Retries later, as long as somebody looks, except where no retry can help. */
	function fail(reason: Reason, error?: RtsError) {
		next.error = error;
		// A replay is retried by the viewer only.
		if (!isStreaming()) return enter('failed', reason);
		const failures = ++next.failures;
		enter('reconnecting', reason);
		if (isFatal(reason, failures, policy)) return enter('failed', reason);
		// A server that demands a wait is overloaded.
		let delay = retryDelay(demandedDelay() ? failures + policy.quickFailures : failures, at.random, policy);
		// It may have failed for a whole crowd; what the server has ended certainly has, and is retried after the answer.
		const refreshDelay = at.random * Math.max(policy.retryDelay, policy.maxRefreshDelay - at.silence);
		if (reason === 'ended') delay += refreshDelay;
		// What has ceased without an error has been waited for.
		else if (reason === 'timeout' && failures < 2) delay = 0;
		next.timer = { delay: demandedDelay() + (at.online ? delay : policy.maxSlowRetryDelay) };
		// It may be over, or have another address: asked once, and before each slow retry.
		if (next.failure || failures < 2) commands.push({ type: 'refresh', delay: refreshDelay });
	}

	function play(reason: Reason = '') {
		if (isStreaming() && (next.status !== 'playing' || next.reason !== reason)) enter('playing', reason);
	}

	function stall() {
		enter('stalled');
		if (next.stalledAt && at.now - next.stalledAt < 2 * policy.steadyTime) next.stalledOften = true;
		next.stalledAt = at.now;
	}

	/** Sound first; muted if that is refused; a click if that is refused, too. */
	function refusePlay() {
		if (next.autoplayMuted) return block();
		next.autoplayMuted = true;
		commands.push({ type: 'play', muted: true });
	}

	function block() {
		if (isStreaming() && (isLoaded() || next.attempting)) enter('blocked');
	}

	/** The one rule of liveness: what has not moved for how long. */
	function check() {
		// What is hidden or paused need not move; `wake` and `unmute` go on with it.
		if (at.hidden || at.paused) return;
		if (next.status === 'replay') return at.silence >= policy.connectTimeout && fail('media');
		if (!isStreaming()) return;
		const realTime = isRealTime();
		if (next.attempting) return !realTime && at.silence >= policy.connectTimeout && fail('timeout');
		if (next.status !== 'playing' && next.status !== 'stalled') return;
		if (at.silence >= (realTime ? policy.deadTimeout : policy.connectTimeout)) return fail('timeout');
		const dark = next.audioOnly && realTime ? at.silence : at.dark;
		const gop = Math.min(at.gop, policy.maxGop) + policy.deadTimeout;
		if (dark < policy.stallTimeout) play();
		else if (realTime && dark >= gop) {
			if (at.videoSilence < policy.deadTimeout) return fail('timeout');
			play('camera-off');
		} else if (next.status === 'playing' && !next.reason) stall();
		if (next.status === 'playing' && at.now - next.since >= policy.steadyTime) {
			next.failures = 0;
			next.stalledOften = false;
		}
	}

	/** Makes up for what was held back while hidden, and does not wait for a retry that is due later, unless the server asks to. */
	function wake() {
		// The streaming client closes its connection on `pagehide`.
		if (event.type === 'restored' && (isLoaded() || next.attempting) && isRealTime()) enter('reconnecting');
		if (at.hidden) return;
		// A viewer who goes to and fro causes no more retries than one who stays.
		const due = isWaiting()
			? !next.timer || (event.type !== 'visible' && !demandedDelay())
			: next.attempting && next.failures && !isRealTime();
		if (due) return attempt();
		// Some systems pause the video before they hide the page. A network that returns is no wish to go on.
		if (isLoaded() && at.paused && event.type !== 'online') commands.push({ type: 'play' });
	}

	switch (event.type) {
		case 'live':
			next.supportError = event.supportError || next.supportError;
			show(event.live);
			break;
		case 'retry':
			if (next.source) show(next.source);
			break;
		case 'timer':
			if (next.timer) attempt();
			break;
		case 'check':
			check();
			break;
		case 'visible':
		case 'online':
		case 'restored':
			wake();
			break;
		case 'refreshed': {
			const { live } = event;
			if (!isStreaming()) break;
			if (isLive(live.status)) next.source = live;
			else if (next.failures && next.status !== 'playing') show(live);
			break;
		}
		case 'unmute':
			next.autoplayMuted = false;
			// The stream may have stopped meanwhile: the next checks find out.
			if (next.status === 'blocked') enter('stalled');
			commands.push({ type: 'play', muted: false });
			break;
		case 'volumechange':
			// Sound may be turned on in the browser's own controls, too.
			if (!at.muted) next.autoplayMuted = false;
			break;
		case 'playRefused':
			refusePlay();
			break;
		case 'pause':
			if (at.hidden || !next.startedAt) break;
			if (!at.muted && at.now - next.startedAt < policy.autoplayWindow) refusePlay();
			// A call, headphones pulled out, or the end of iOS's own full screen: a broadcast has no controls to resume it.
			else block();
			break;
		case 'viewerPause':
			if (!isStreaming() || next.status === 'failed') break;
			enter('paused');
			next.startedAt = 0;
			commands.push({ type: 'unload', keep: next.source!.poster });
			break;
		case 'viewerPlay':
			if (next.status === 'paused') start();
			break;
		case 'audioOnly':
			if (next.audioOnly === event.on) break;
			next.audioOnly = event.on;
			if (isStreaming() && isRealTime() && next.status !== 'paused' && next.status !== 'failed') start();
			break;
		case 'playing':
			next.startedAt = next.startedAt || at.now;
			if (next.status === 'failed' && !isStreaming()) enter('replay');
			else if (next.status !== 'paused') play();
			break;
		// Media that has arrived counts as playing: a check finds a video that freezes at once.
		case 'canplay':
			if (next.attempting) play();
			break;
		case 'failed':
			if ((isWaiting() && next.reason === event.reason) || ['paused', 'failed'].includes(next.status)) break;
			if (isStreaming() || (next.status === 'replay' && event.reason !== 'ended')) fail(event.reason, event.error);
	}

	if (next.source) {
		const covered =
			COVERED.includes(next.status) ||
			next.reason === 'camera-off' ||
			(next.audioOnly && isStreaming() && isRealTime());
		next.cover = covered ? next.source.poster : '';
	}
	const changed = (Object.keys(state) as (keyof PlayerState)[]).some((name) => next[name] !== state[name]);
	return { state: changed ? next : state, commands };
}
