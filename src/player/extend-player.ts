import type { PlayClient } from '../rts/play.ts';
import { createJitterBuffer } from '../rts/jitter-buffer.ts';
import { createCandidate } from './candidate.ts';
import { createCounters } from './counters.ts';
import type { Player } from './create-player.ts';
import { followQuality } from './follow-quality.ts';
import { keepFrame } from './keep-frame.ts';
import { liveRules } from './live-rules.ts';
import { createLiveness } from './liveness.ts';
import { createOfflineCheck } from './offline.ts';
import { LIVE_POLICY, QUALITY_POLICY } from './policy.ts';
import type { Command } from './state.ts';
import { onWake } from './wake.ts';

/** What the deferred part of the player is made from. */
export interface PlayerExtension {
	/** The URL of the cover at the width it is shown with. */
	coverUrl: (url: string) => string;
	/** The client that plays; null where there is no WebRTC. */
	client: PlayClient | null;
	/** Makes one more, for a connection beside that. */
	makeClient: () => PlayClient;
	/** Called with the name of each quality that plays. */
	onQuality?: (name: string) => void;
}

/** Gives the player its rules for the whole evening: waking up, stalls, qualities, connections beside what plays. Returns what ends that. */
export function extendPlayer(
	player: Player,
	{ coverUrl, client, makeClient, onQuality = () => {} }: PlayerExtension,
): () => void {
	const { video, dispatch, element } = player;
	const performCore = player.perform;
	let refreshTimer: ReturnType<typeof setTimeout> | 0 = 0;

	/** Fetches the broadcast later. One at a time: a crowd that waits for the first does not meet at the next. */
	function refreshAfter(delay: number): void {
		refreshTimer =
			refreshTimer ||
			setTimeout(() => {
				refreshTimer = 0;
				player.refresh().then(
					(live) => {
						dispatch({ type: 'refreshed', live, qualities: player.qualitiesOf(live) });
						// The answer has shown it to be wrong.
						if (navigator.onLine === false && !isOffline(performance.now(), true)) dispatch({ type: 'online' });
					},
					() => {},
				);
			}, delay);
	}

	const adaptBuffer = createJitterBuffer();
	/** Adapts the jitter buffer while a client plays; one that lacks rate is helped by another quality. */
	function follow(next: PlayClient): PlayClient {
		next.on('onSample', (sample) => {
			if (element.playing().client === next) adaptBuffer(sample, quality.isLacking());
		});
		return next;
	}
	const candidate = createCandidate({ element, video, dispatch, makeClient: () => follow(makeClient()) });

	// What the deployment has set, and what follows the number of viewers, stays.
	const policy = Object.assign(player.policy, Object.assign({}, LIVE_POLICY, QUALITY_POLICY, player.policy));
	const readCounters = createCounters(video, element);
	const readLiveness = createLiveness();
	const isOffline = createOfflineCheck();
	let generation = 0;
	let data = 0;
	player.rules = liveRules;
	player.readLiveness = (now, hidden) => {
		const counters = readCounters();
		const received = counters.generation === generation && counters.data > data;
		({ generation, data } = counters);
		const surroundings = { offline: isOffline(now, received), roundTrip: quality.roundTrip() };
		return Object.assign(readLiveness(now, counters, hidden), surroundings);
	};

	function perform(command: Command): void {
		switch (command.type) {
			case 'refresh':
				return refreshAfter(command.delay);
			case 'keepFrame':
				return keepFrame(video, command.cover && coverUrl(command.cover));
			case 'try':
				return candidate.start(command.stream.address, command.timeout, command.hasVideo);
			case 'endOld':
				keepFrame(video, command.cover && coverUrl(command.cover));
				return element.unload();
			case 'swap':
				return candidate.swap();
			case 'dropTrial':
				return candidate.drop();
			case 'loadReplay':
				video.removeAttribute('poster');
		}
		performCore(command);
	}
	player.perform = perform;

	const quality = followQuality({ player, policy, candidateSample: candidate.sample, onQuality });
	if (client) follow(client);
	const checks = setInterval(dispatch, policy.checkInterval, { type: 'check' });
	const stopListening = onWake(dispatch);
	// It may be over, which the core rules do not ask.
	if (player.state.failures) refreshAfter(Math.random() * Math.max(policy.retryDelay, policy.maxRefreshDelay));
	return () => {
		clearInterval(checks);
		quality.stop();
		candidate.drop();
		stopListening();
		clearTimeout(refreshTimer);
	};
}
