import type { PlayClient } from '../../rts/play/play.ts';
import type { Sample } from '../../rts/play/sample.ts';
import { createJitterBuffer } from '../../rts/play/jitter-buffer.ts';
import type { Player } from '../core/create-player.ts';
import { LIVE_POLICY, QUALITY_POLICY } from '../core/policy.ts';
import type { Command, CoreCommand } from '../core/state.ts';
import type { Liveness } from '../core/snapshot.ts';
import { followQuality } from '../quality/follow-quality.ts';
import { createMeter } from '../quality/meter.ts';
import { createCounters } from './counters.ts';
import { keepFrame } from './keep-frame.ts';
import { liveRules } from './live-rules.ts';
import { createLiveness } from './liveness.ts';
import { createOfflineCheck } from './offline.ts';
import { createTrialConnection } from './trial-connection.ts';
import { createSigns, isSign } from './outage.ts';
import { onShown } from './wake.ts';

/** Options of {@link extendPlayer}. */
export interface PlayerExtension {
	coverUrl: (url: string) => string;
	makeClient: () => PlayClient;
	/** Called with the name of each playing quality. */
	onQuality?: (name: string) => void;
}

/** Handle of {@link extendPlayer}. */
export interface PlayerRules {
	isLacking(): boolean;
	/** Whether the link has `share` times the stream's rate to spare. */
	hasRoom(share: number): Promise<boolean>;
	stop(): void;
}

const bytesOf = (sample: Sample | undefined): number => (sample ? sample.audioBytes + sample.videoBytes : 0);

/** Adds the rules for after the first frame. */
export function extendPlayer(
	player: Player,
	{ coverUrl, makeClient, onQuality = () => {} }: PlayerExtension,
): PlayerRules {
	const { video, dispatch, element } = player;
	let refreshTimer: ReturnType<typeof setTimeout> | 0 = 0;

	/** Fetches the broadcast later, one request at a time, so that a waiting crowd stays spread out. */
	function refreshAfter(delay: number): void {
		refreshTimer = refreshTimer || setTimeout(callApi, delay);
	}

	function callApi(): void {
		signs.onCall();
		player
			.refresh()
			.then(
				(live) => {
					dispatch({ type: 'refreshed', live, qualities: player.qualitiesOf(live) });
					// The answer proves the browser online.
					if (navigator.onLine === false && !isOffline(performance.now(), true)) dispatch({ type: 'online' });
				},
				// A refusal is a reply, too.
				({ status }: { status?: number } = {}) => status && dispatch({ type: 'alive' }),
			)
			.then(() => (refreshTimer = 0));
	}

	const signs = createSigns();

	const trial = createTrialConnection({ element, video, dispatch, makeClient });

	// Keeps limits set by the deployment or the number of viewers.
	const policy = Object.assign(player.policy, Object.assign({}, LIVE_POLICY, QUALITY_POLICY, player.policy));
	const readConnection = createMeter(() => element.connection().sample);
	const quality = followQuality({ player, policy, readConnection, trialSample: trial.sample, onQuality });
	const adaptBuffer = createJitterBuffer();
	const onSample = (sample: Sample) => {
		signs.onSample(sample);
		quality.follow();
		// A longer buffer does not make up for lacking rate.
		adaptBuffer(sample, quality.isLacking());
	};
	element.sampleListeners.add(onSample);
	const readCounters = createCounters(video, element, readConnection);
	const timeCounters = createLiveness();
	const isOffline = createOfflineCheck();
	let generation = 0;
	let data = 0;
	let beside: Sample | undefined;
	function readLiveness(now: number, hidden: boolean, isReply: boolean): Liveness {
		const counters = readCounters();
		const received = counters.generation === generation && counters.data > data;
		({ generation, data } = counters);
		const last = beside;
		beside = trial.sample();
		// With statistics, `signs` counts bytes.
		const isMedia = received && !element.connection().sample.time;
		if (isMedia || isReply || (beside && bytesOf(beside) > bytesOf(last))) signs.alive();
		const surroundings = {
			offline: isOffline(now, received),
			roundTrip: quality.roundTrip(),
			trialArrives: !!beside,
		};
		return Object.assign(timeCounters(now, counters, hidden), signs.read(now), surroundings);
	}

	function perform(command: Command, performCore: (command: CoreCommand) => void): void {
		switch (command.type) {
			case 'refresh':
				return refreshAfter(command.delay);
			case 'measure':
				return quality.measure();
			case 'show':
				return player.show(command.live);
			case 'keepFrame':
				return keepFrame(video, command.cover && coverUrl(command.cover));
			case 'try':
				return trial.start(command.stream.address, command.timeout, command.hasVideo);
			case 'endOld':
				keepFrame(video, command.cover && coverUrl(command.cover));
				return element.unload();
			case 'swap':
				return trial.swap();
			case 'dropTrial':
				return trial.drop();
			case 'loadReplay':
				video.removeAttribute('poster');
				break;
			default:
				command satisfies CoreCommand;
		}
		performCore(command);
	}
	const endRules = player.useLiveRules({
		rules(draft, event) {
			const { now, hidden } = draft.at;
			Object.assign(draft.at, readLiveness(now, hidden, isSign(event)));
			liveRules(Object.assign(draft, { policy }), event);
		},
		perform,
	});
	const checks = setInterval(dispatch, policy.checkInterval, { type: 'check' });
	const stopListening = onShown(dispatch);
	// The broadcast may be over; the core does not check.
	if (player.state.failures) refreshAfter(Math.random() * Math.max(policy.retryDelay, policy.maxRefreshDelay));
	return {
		isLacking: quality.isLacking,
		hasRoom: quality.hasRoom,
		stop() {
			clearInterval(checks);
			element.sampleListeners.delete(onSample);
			endRules();
			trial.drop();
			stopListening();
			clearTimeout(refreshTimer);
		},
	};
}
