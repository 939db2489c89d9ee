import type { Signal } from '@preact/signals';
import type { Live } from '../api/live.ts';
import type { Config } from '../config.ts';
import type { Player } from '../player/create-player.ts';
import { createPolling } from './polling.ts';
import type { Remote } from './remote.ts';

/** What following the live needs. */
export interface FollowOptions {
	config: Pick<Config, 'livePollInterval' | 'liveRefreshInterval' | 'player'>;
	state: Signal<Remote<Live>>;
	/** Its policy follows the number of viewers. */
	player: Pick<Player, 'state' | 'show' | 'policy'>;
	/** Fetches the live again into `state`. */
	refresh: () => Promise<Live>;
}

/** The statuses that look the same to a viewer: before, over (ended or replay), on (spec §4). */
const phase = (status: number) => (status === 2 || status === 3 ? 2 : status && 1);

/**
 * The longest delay before the live is requested when its stream has ceased, in milliseconds: 2 s for a thousand viewers,
 * 22 s, which is 5 % of them in a second, for a million and more. It grows more slowly than the audience, because a service
 * for more viewers answers more calls a second.
 */
const maxRefreshDelayOf = (viewers: number) => Math.min(22_000, 220 * Math.cbrt(viewers));

/** The number in a count that may be a text, in tens of thousands with 万 or w; NaN without one. */
const numberIn = (count: string) => parseFloat(count) * (/[w\u4e07]/i.test(count) ? 10_000 : 1);

/** A replay that becomes available in view is offered under 直播已结束; it begins by a click only. */
export const withoutReplay = (live: Live): Live => (live.status === 3 ? Object.assign({}, live, { status: 2 }) : live);

/**
 * Follows the live while the page is visible: often before its start and while the replay that it is about is missing, gently while it is on, and after its end until
 * there is a replay. A start begins playback, an end ends it, and a new address is tried where the old one has failed.
 * Returns what ends that.
 */
export function followLive({ config, state, player, refresh }: FollowOptions): () => void {
	const poll = async () => {
		// The player itself requests the live then.
		if (player.state.status === 'reconnecting') return;
		const next = await refresh();
		const { source, status } = player.state;
		if (!source) return;
		const replayIsThere = source.status === 3 && !source.playbackUrl && next.playbackUrl;
		const changed =
			replayIsThere ||
			phase(next.status) !== phase(source.status) ||
			(status === 'failed' && next.originRts !== source.originRts);
		if (changed) player.show(source.status && !replayIsThere ? withoutReplay(next) : next);
	};
	const every = (interval: number, isDue: (live: Live) => boolean) =>
		createPolling(interval, () => !!state.value.data && isDue(state.value.data), poll);
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
