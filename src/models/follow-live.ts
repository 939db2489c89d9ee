import type { Signal } from '@preact/signals';
import type { Live } from '../api/complete-live.ts';
import type { Config } from '../config.ts';
import type { Player } from '../player/core/create-player.ts';
import { createPolling } from './polling.ts';
import type { Remote } from './remote.ts';

/** Options of {@link followLive}. */
export interface FollowOptions {
	config: Pick<Config, 'livePollInterval' | 'liveRefreshInterval' | 'player'>;
	state: Signal<Remote<Live>>;
	/** `policy` follows the number of viewers. */
	player: Pick<Player, 'state' | 'show' | 'policy' | 'dispatch' | 'qualitiesOf'>;
	refresh: () => Promise<Live>;
}

/** 0 before, 1 on, 2 over (spec §4). */
const phase = (status: number) => (status === 2 || status === 3 ? 2 : status && 1);

/**
 * Longest delay, in milliseconds, before requesting a live whose stream has ended: 2 s for a thousand viewers, 22 s (5
 * % per second) from a million. Larger services answer more calls.
 */
const maxRefreshDelayOf = (viewers: number) => Math.min(22_000, 220 * Math.cbrt(viewers));

/** Milliseconds; longest pause by the size of a description, nearly all of a large answer, which comes beside the stream, and that before the start, which nobody should miss. */
const LONGEST_PAUSE = 600_000;
const LONGEST_PAUSE_BEFORE = 60_000;

/** Number in a count, times 10,000 with 万 or w; NaN without one. */
const numberIn = (count: string) => parseFloat(count) * (/[w\u4e07]/i.test(count) ? 10_000 : 1);

/** Turns a new replay into an ended broadcast, which starts only by a click. */
export const withoutReplay = (live: Live): Live => (live.status === 3 ? Object.assign({}, live, { status: 2 }) : live);

/**
 * Polls the live while visible: often before the start and for a missing replay, gently otherwise. Follows start, end,
 * another cover before the start, and a new address for a failed one. Returns the cleanup.
 */
export function followLive({ config, state, player, refresh }: FollowOptions): () => void {
	const poll = async () => {
		// The player then requests it itself.
		if (player.state.status === 'reconnecting') return;
		const next = await refresh();
		const { source, status } = player.state;
		if (!source) return;
		const replayIsThere = source.status === 3 && !source.playbackUrl && next.playbackUrl;
		// A query may sign it anew with each answer.
		const coverIsNew = !next.status && next.poster.split('?')[0] !== source.poster.split('?')[0];
		if (replayIsThere || coverIsNew || phase(next.status) !== phase(source.status))
			player.show(source.status && !replayIsThere ? withoutReplay(next) : next);
		// It may have a new address.
		else if (status === 'failed')
			player.dispatch({ type: 'refreshed', live: next, qualities: player.qualitiesOf(next) });
	};
	/** A failed stream may have a new address. */
	const pauseBySize = () => {
		const { description, status } = state.peek().data!;
		const longest = status ? LONGEST_PAUSE : LONGEST_PAUSE_BEFORE;
		return player.state.status === 'failed'
			? 0
			: Math.min(longest, description.length * player.policy.pausePerCharacter!);
	};
	const every = (interval: number, isDue: (live: Live) => boolean) =>
		createPolling(interval, () => !!state.value.data && isDue(state.value.data), poll, pauseBySize);
	const pollings = [
		every(config.livePollInterval, ({ status, playbackUrl }) => !status || (status === 3 && !playbackUrl)),
		every(config.liveRefreshInterval, ({ status, playbackUrl }) => (status === 2 ? !playbackUrl : phase(status) === 1)),
	];
	const unsubscribe = state.subscribe(({ data }) => {
		const viewers = data ? numberIn(`${data.peopleCount}`) : 0;
		if (viewers > 0 && !('maxRefreshDelay' in config.player))
			player.policy.maxRefreshDelay = maxRefreshDelayOf(viewers);
		pollings.forEach(({ update }) => update());
	});
	return () => {
		unsubscribe();
		pollings.forEach(({ stop }) => stop());
	};
}
