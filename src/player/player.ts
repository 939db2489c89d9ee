import type { Policy } from './policy.ts';
import { failureOf, isFatal, retryDelay } from './reconnect.ts';
import { isLive, type PlayerSource, selectStream, SHOWN_INSTEAD } from './source.ts';
import type { Command, PlayerEvent, PlayerState, PlayerStatus, Reason, Snapshot } from './state.ts';

/** What follows from an event. `state` is the same object when nothing has changed. */
export interface Transition {
	state: PlayerState;
	commands: Command[];
}

/** A state while its transition is being made. */
type Draft = { -readonly [Name in keyof PlayerState]: PlayerState[Name] };

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
	const stream = () => selectStream(next.source!, next.usingHls);
	const isLoaded = () => ['playing', 'stalled', 'blocked'].includes(next.status);
	/** Between two attempts, or after the last. */
	const hasFailed = () => !next.attempting && ['reconnecting', 'failed'].includes(next.status);

	/** Enters a status. Whatever was due in the one before is dropped. */
	function enter(status: PlayerStatus, reason: Reason = '') {
		next.status = status;
		next.reason = reason;
		next.failure = status === 'failed' ? failureOf(reason) : '';
		next.attempting = next.retryPending = next.awaitingRefresh = false;
		next.timer = null;
	}

	/** Shows what the status of a broadcast calls for (spec §4), and counts from the start again. */
	function show(source: PlayerSource) {
		const shown = SHOWN_INSTEAD[source.status];
		next.source = source;
		next.failures = next.lostAt = next.startedAt = 0;
		next.refreshed = next.usingHls = false;
		commands.push({ type: 'showCover', url: shown && shown !== 'replay' ? source.poster : '' });
		if (!shown) return start();
		enter(shown);
		commands.push(shown === 'replay' ? { type: 'loadReplay', url: source.playbackUrl } : { type: 'unload' });
	}

	/** Loads the stream: the only place that starts a broadcast. */
	function start() {
		const { kind } = stream();
		if (kind === 'artc' && next.supportError) {
			commands.push({ type: 'unload' });
			return fail(next.supportError);
		}
		enter(next.lostAt ? 'reconnecting' : 'connecting');
		next.attempting = true;
		next.startedAt = 0;
		// With a high latency each step to the first frame takes longer.
		const extra = Math.min(policy.maxExtraPlayTimeout, policy.latencyFactor * at.latency);
		commands.push({ type: 'load', stream: stream(), timeout: policy.playTimeout + extra });
		// The streaming client keeps its own time limit.
		if (kind === 'url') watch(policy.connectTimeout);
	}

	/** Starts anew, or leaves that to `wake` while the page is hidden or offline. */
	function attempt() {
		next.retryPending = at.hidden || !at.online;
		if (!next.retryPending) start();
	}

	/** Retries later, or gives up. */
	function fail(reason: Reason) {
		// A replay is retried by the viewer only.
		if (!isStreaming()) return enter('failed', reason);
		enter('reconnecting', reason);
		next.lostAt = next.lostAt || at.now;
		next.failures++;
		const delay = isFatal(reason, next.failures, policy)
			? null
			: retryDelay(next.failures, at.now - next.lostAt, at.random, policy);
		if (delay !== null) {
			next.timer = { type: 'retry', delay };
			if (next.failures >= policy.refreshAfterFailures && !next.refreshed) refresh();
		} else if (policy.hlsFallback && stream().kind !== 'url') {
			next.usingHls = true;
			next.failures = 0;
			attempt();
		} else enter('failed', reason);
	}

	function refresh() {
		next.refreshed = true;
		commands.push({ type: 'refresh' });
	}

	function play() {
		if (!isStreaming() || next.status === 'playing') return;
		enter('playing');
		next.failures = next.lostAt = 0;
		next.refreshed = false;
		next.timer = { type: 'firstCheck', delay: policy.firstCheck };
	}

	function stall() {
		enter('stalled');
		next.lostAt = next.lostAt || at.now;
		watch(policy.stallTimeout);
	}

	/** Sound first; muted if that is refused; a click if that is refused, too. */
	function refusePlay() {
		if (next.autoplayMuted) return block();
		next.autoplayMuted = true;
		commands.push({ type: 'play', muted: true });
	}

	function block() {
		if (isStreaming() && next.status !== 'blocked') enter('blocked');
	}

	/** Watches for progress from now on. */
	function watch(delay: number) {
		next.timer = { type: 'watchdog', delay, progress: at.progress };
	}

	function onTimer() {
		const { timer } = next;
		next.timer = null;
		if (!timer) return;
		if (timer.type === 'retry') attempt();
		else if (timer.type === 'firstCheck') watch(policy.frozenTimeout);
		else if (timer.progress !== at.progress) {
			// Until it plays again, slow progress may still come to an end.
			if (next.status !== 'playing') watch(Math.max(timer.delay, policy.stallTimeout));
		} else if (next.attempting) fail('timeout');
		// What is hidden or paused need not progress; `wake` watches it again.
		else if (!at.hidden && !at.paused) attempt();
	}

	/** Makes up for what was held back while hidden or offline, and watches what should be playing. */
	function wake() {
		// The streaming client closes its connection on `pagehide`.
		if (event.type === 'restored' && (isLoaded() || next.attempting) && stream().kind !== 'url')
			next.retryPending = true;
		if (at.hidden || !at.online) return;
		const canRetry =
			next.failures &&
			(hasFailed() || (next.attempting && stream().kind === 'url')) &&
			!isFatal(next.reason, next.failures, policy);
		if (next.retryPending || canRetry) return attempt();
		if (!isLoaded()) return;
		// Some systems pause the video before they hide the page. A network that returns is no wish to go on.
		if (at.paused && event.type !== 'online') commands.push({ type: 'play' });
		watch(policy.frozenTimeout);
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
			onTimer();
			break;
		case 'visible':
		case 'online':
		case 'restored':
			wake();
			break;
		case 'refreshed': {
			const { live } = event;
			const { awaitingRefresh } = next;
			if (!isStreaming()) break;
			if (live && !isLive(live.status)) {
				if (next.failures || awaitingRefresh) show(live);
				break;
			}
			if (live) next.source = live;
			if (awaitingRefresh) fail('ended');
			break;
		}
		case 'unmute':
			next.autoplayMuted = false;
			// The stream may have stopped meanwhile: the watchdog then starts anew.
			if (next.status === 'blocked') stall();
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
		case 'playing':
			next.startedAt = next.startedAt || at.now;
			play();
			break;
		// Media that has arrived counts as playing: the first check finds a video that freezes at once.
		case 'canplay':
			if (next.attempting) play();
			break;
		// A stream flows on behind a video that waits for a click.
		case 'flowing':
			if (next.status !== 'blocked') play();
			break;
		case 'waiting':
			if (next.status === 'playing') stall();
			break;
		case 'ended':
			if (!isStreaming() || (hasFailed() && next.reason === 'ended')) break;
			// The broadcast may be over for good: the server knows.
			enter('reconnecting', 'ended');
			next.awaitingRefresh = true;
			refresh();
			break;
		case 'failed':
			if (hasFailed() && next.reason === event.reason) break;
			if (isStreaming() || next.status === 'replay') fail(event.reason);
	}

	const changed = (Object.keys(state) as (keyof PlayerState)[]).some((name) => next[name] !== state[name]);
	return { state: changed ? next : state, commands };
}
