/**
 * Registers the stage script's half of the player: what is seen (`watch/`), the rules (`rules/broadcast.ts`) and what
 * carries them out (`act/`).
 */
import { RETRY_DELAYS } from '../network/retry-delay.ts';
import { createJitterBuffer } from '../rts/play/jitter-buffer.ts';
import type { Sample } from '../rts/play/sample.ts';
import { createActs } from './act/perform.ts';
import { createTrialConnection, type TrialConnectionOptions } from './act/trial-connection.ts';
import type { Player } from './core/create-player.ts';
import { LIVE_POLICY } from './core/policy.ts';
import { RulesRank } from './core/rules-rank.ts';
import { isMoving, isStreaming } from './core/status.ts';
import { usualRate } from './rules/connection-window.ts';
import type { Rules } from './rules/transition.ts';
import { withLive } from './rules/broadcast.ts';
import { type Link, noteRate } from './link/link-rate.ts';
import { createLinkMeter } from './link/measure-link.ts';
import { changeLine } from './report/change-line.ts';
import type { LiveDraft } from './core/draft.ts';
import { latestRate } from './watch/counters.ts';
import { createWatch, watchPage } from './watch/watch.ts';

/** Milliseconds over which the rate of a stream that lacks is that of the link. */
const LACKING_WINDOW = 2000;
/** kbit/s from which on a load of the HTML is within the error of timing. */
const MAX_MEASURED = 5000;

interface PlayerExtension extends Pick<TrialConnectionOptions, 'makeClient'> {
	coverUrl: (url: string) => string;
	link: Link;
	/** Called with the name of each playing quality. */
	onQuality?: (name: string) => void;
	/** Whether the viewer saves data; by default not. */
	savesData?: () => boolean;
	/** Takes a line of {@link changeLine}. */
	log?: (line: string) => void;
}

/** Has rules say why they change the quality. */
const explained =
	(rules: Rules, log: (line: string) => void): Rules =>
	(draft, event) => {
		const before = Object.assign({}, draft.next) as LiveDraft['next'];
		rules(draft, event);
		const line = changeLine(before, draft as LiveDraft);
		if (line) log(line);
	};

/** Adds the rules for after the first frame. */
export function extendPlayer(
	player: Player,
	{ link, coverUrl, makeClient, onQuality = () => {}, savesData = () => false, log = () => {} }: PlayerExtension,
) {
	const { video, dispatch, element } = player;
	// Keeps limits set by the deployment or the number of viewers.
	const policy = Object.assign(player.policy, Object.assign({}, LIVE_POLICY, player.policy));
	const trial = createTrialConnection({ element, video, dispatch, makeClient });
	const watch = createWatch({ video, element, savesData, trial });
	const acts = createActs({ player, coverUrl, trial, onCall: watch.onCall, measure });
	const measureLink = createLinkMeter();
	const adaptBuffer = createJitterBuffer();
	const isLacking = () => !!player.state.choice && !!player.state.choice.lackingSince;
	let name = '';

	async function measure(): Promise<number> {
		const kbps = await measureLink();
		const { choice, status } = player.state;
		if (kbps && kbps < MAX_MEASURED) noteRate(link, kbps + (choice && isMoving(status) ? usualRate(choice) : 0));
		return kbps;
	}

	function onSample(sample: Sample): void {
		watch.onSample(sample);
		dispatch({ type: 'sample' });
		// A longer buffer does not make up for lacking rate.
		adaptBuffer(sample, isLacking());
		if (isLacking()) noteRate(link, latestRate(player.state.choice!.samples, LACKING_WINDOW));
		const { status, qualities, quality, rested } = player.state;
		if (isMoving(status) && !rested && name !== qualities[quality]!.name) onQuality((name = qualities[quality]!.name));
	}

	element.sampleListeners.add(onSample);
	player.addRules(RulesRank.Live, ({ rules, see, perform }) => ({
		rules: explained(withLive(rules), log),
		see: (surroundings, event) => watch.see(see(surroundings, event), event),
		perform: (command) => acts.perform(command, perform),
	}));
	const checks = setInterval(dispatch, policy.checkInterval, { type: 'check' });
	const stopWatching = watchPage(dispatch);
	// It may have been kept for Back and shown again, for which engines pause it.
	if (player.state.status === 'blocked') dispatch({ type: 'visible' });
	// The broadcast may be over; the core does not check. A recording asks by itself.
	if (player.state.failures && isStreaming(player.state))
		acts.refreshAfter(Math.random() * Math.max(RETRY_DELAYS[0], policy.maxRefreshDelay));
	return {
		isLacking,
		/** Whether the link has `share` times the stream's rate to spare; true if unknown. */
		async hasRoom(share: number): Promise<boolean> {
			const { choice } = player.state;
			return !choice || (await measure()) >= share * usualRate(choice);
		},
		stop(): void {
			clearInterval(checks);
			element.sampleListeners.delete(onSample);
			acts.stop();
			stopWatching();
		},
	};
}
