import type { Sample } from '../../rts/play/sample.ts';
import type { Player } from '../core/create-player.ts';
import type { QualityPolicy } from '../core/policy.ts';
import { isMoving, missingNames } from '../core/status.ts';
import { measureLink } from './measure-link.ts';
import { chooseQuality } from './choose-quality.ts';
import { INITIAL_QUALITY_MEMORY } from './quality-memory.ts';
import { rateBetween, type TotalsAt } from './connection-window.ts';
import { readTotals } from './meter.ts';

/** Decay of the longest round trip per sample, every 200 ms; it halves in 35 s. */
const FADING = 0.996;

/** Options of {@link followQuality}. */
export interface FollowQualityOptions {
	player: Player;
	policy: QualityPolicy;
	/** Of what plays. */
	readConnection: () => TotalsAt;
	/** Of the trial; undefined before its first media. */
	trialSample: () => Sample | undefined;
	onQuality: (name: string) => void;
}

/** Follows the connection's samples; dispatches the decisions of {@link chooseQuality}. */
export function followQuality({ player, policy, readConnection, trialSample, onQuality }: FollowQualityOptions) {
	let memory = INITIAL_QUALITY_MEMORY;
	let roundTrip = 0;
	let name = '';

	/** kbit/s of the playing stream; 0 without samples. */
	function usualRate(): number {
		const { samples, kbps } = memory;
		return kbps || (samples.length && rateBetween(samples[0]!, samples[samples.length - 1]!));
	}

	function follow(): void {
		const { qualities, quality, picked, trial } = player.state;
		if (!isMoving(player.state.status)) return;
		const current = qualities[quality]!;
		if (current.name !== name) onQuality((name = current.name));
		const { now, totals } = readConnection();
		roundTrip = Math.max(roundTrip * FADING, totals.roundTrip || 0);
		const beside = trialSample();
		const tried = trial && trial.why === 'better' ? trial.quality : null;
		const { decision, memory: next } = chooseQuality(
			memory,
			{
				now,
				totals,
				connection: player.element.connection().generation,
				qualities,
				index: quality,
				failed: missingNames(player.state, now).map((missing) => qualities.findIndex(({ name }) => name === missing)),
				idle: !!picked || document.hidden || player.video.paused || (!!trial && tried === null),
				tried,
				trial: beside && { now: beside.time, totals: readTotals(beside) },
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
					if (!isCarried || !isMoving(player.state.status) || trial || latest !== qualities) return;
					choose(decision.index);
					dispatch({ type: 'measured', kbps });
				});
				return;
			case 'take':
			case 'giveUp':
				return dispatch({ type: decision.type });
			default:
				decision satisfies never;
		}
	}

	return {
		/** Takes the latest sample into account. */
		follow,
		isLacking: () => !!memory.lackingSince,
		/** Measures whether the link has `share` times the stream's rate to spare; true if unknown. */
		hasRoom: async (share: number) => !((await measureLink(memory.roundTrip)) < share * usualRate()),
		/** Measures the link, for `measured`. */
		measure: () => void measureLink(memory.roundTrip).then((kbps) => player.dispatch({ type: 'measured', kbps })),
		/** Longest recent one, in milliseconds; 0 while unknown. */
		roundTrip: () => roundTrip,
	};
}
