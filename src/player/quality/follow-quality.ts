import type { Sample } from '../../rts/play/stall-detector.ts';
import type { Player } from '../core/create-player.ts';
import type { QualityPolicy } from '../core/policy.ts';
import { measureLink } from './measure-link.ts';
import { chooseQuality, INITIAL_QUALITY_MEMORY } from './choose-quality.ts';
import { rateBetween } from './connection-window.ts';
import { readTotals } from './read-totals.ts';

/** Milliseconds between samples. */
const INTERVAL = 250;
/** Decay of the longest round trip per sample; it halves in 35 s. */
const FADING = 0.995;

/** Options of {@link followQuality}. */
export interface FollowQualityOptions {
	player: Player;
	policy: QualityPolicy;
	candidateSample: () => Sample | undefined;
	onQuality: (name: string) => void;
}

/** Samples the connection; dispatches the decisions of {@link chooseQuality}. */
export function followQuality({ player, policy, candidateSample, onQuality }: FollowQualityOptions) {
	let memory = INITIAL_QUALITY_MEMORY;
	let roundTrip = 0;
	let name = '';
	let time = 0;

	/** kbit/s of the playing stream; 0 without samples. */
	function usualRate(): number {
		const { samples, kbps } = memory;
		return kbps || (samples.length && rateBetween(samples[0]!, samples[samples.length - 1]!));
	}
	const isMoving = () => /playing|stalled/.test(player.state.status);

	function look(): void {
		const { qualities, quality, picked, failedQualities, trial } = player.state;
		const { sample, generation } = player.element.playing();
		if (sample.time === time || !isMoving()) return;
		({ time } = sample);
		const current = qualities[quality]!;
		if (current.name !== name) onQuality((name = current.name));
		const totals = readTotals(sample);
		roundTrip = Math.max(roundTrip * FADING, totals.roundTrip || 0);
		const beside = candidateSample();
		const tried = trial && trial.why === 'better' ? trial.quality : null;
		const { decision, memory: next } = chooseQuality(
			memory,
			{
				now: sample.time,
				totals,
				connection: generation,
				qualities,
				index: quality,
				failed: failedQualities.map((failed) => qualities.findIndex((other) => other.name === failed)),
				idle: !!picked || document.hidden || player.video.paused || (!!trial && tried === null),
				tried,
				candidate: beside && { now: beside.time, totals: readTotals(beside) },
			},
			policy,
		);
		memory = next;
		const { dispatch } = player;
		const choose = (index: number) => dispatch({ type: 'choose', quality: index, by: 'link' });
		switch (decision.type) {
			case 'stay':
				return;
			case 'down':
				return choose(decision.index);
			case 'try':
				measureLink(next.roundTrip).then((kbps) => {
					const { trial, qualities: latest } = player.state;
					const isCarried = kbps >= decision.kbps * policy.headroom;
					if (isCarried && isMoving() && !trial && latest === qualities) choose(decision.index);
				});
				return;
			case 'take':
			case 'giveUp':
				return dispatch({ type: decision.type });
			default:
				decision satisfies never;
		}
	}

	const timer = setInterval(look, INTERVAL);
	return {
		isLacking: () => !!memory.lackingSince,
		/** Measures whether the link has `share` times the stream's rate to spare; true if unknown. */
		hasRoom: async (share: number) => !((await measureLink(memory.roundTrip)) < share * usualRate()),
		/** Longest recent one, in milliseconds; 0 while unknown. */
		roundTrip: () => roundTrip,
		stop: () => clearInterval(timer),
	};
}
