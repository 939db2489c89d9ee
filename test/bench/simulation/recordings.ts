import { step } from '../links.ts';
import { number, percent, table } from '../table.ts';
import { KINDS } from './compare.ts';
import {
	bestRecording,
	RECORDINGS,
	stillShare,
	type WatchedRecording,
	watchRecording,
	worthOfRecording,
} from './recording.ts';

/** Prints what a recording alone, and the choice among all, give on each kind of link, in three minutes of three drives each. */
export function compareRecordings(): void {
	const rows: string[][] = [];
	for (const { title, name, rate, roundTrip, first, ratesOf = step(rate, rate) } of KINDS)
		for (const fixed of [...RECORDINGS.slice(0, 3), null]) {
			// Nothing on a steady link is random.
			const all = Array.from({ length: name.startsWith('drive') ? 3 : 1 }, (_, i) => ratesOf(180, i + 1)).map(
				(rates) => ({
					rates,
					watched: watchRecording({
						...{ rates, roundTrip, fixed: !!fixed, qualities: fixed ? [fixed] : RECORDINGS },
						first: fixed ? 0 : first,
					}),
				}),
			);
			const mean = (figure: (one: (typeof all)[number]) => number) =>
				all.reduce((sum, one) => sum + figure(one), 0) / all.length;
			const tenths = (figure: (watched: WatchedRecording) => number) =>
				number(
					mean(({ watched }) => figure(watched)),
					1,
				);
			const still = mean(({ watched }) => stillShare(watched));
			const share = mean(({ watched, rates }) => worthOfRecording(watched) / bestRecording(rates));
			rows.push([
				title,
				fixed ? `${number(fixed.kbps)} kbit/s` : 'choice',
				tenths(({ firstFrame }) => firstFrame / 1000),
				`${percent(still, 1)} %`,
				tenths(({ longest }) => longest / 1000),
				tenths(({ changes }) => changes),
				fixed ? '–' : tenths(({ best }) => best),
				`${percent(share)} %`,
			]);
		}
	const head = ['link', 'recording', 'first frame, s', 'not moving', 'longest, s', 'changes', 'best one after, s'];
	console.log(table([...head, 'of the oracle'], rows, 2));
}
