import { median } from '../figures.ts';
import { OUTAGE_DRIVES, type OutageDrive, outageRates, type ThinReturn, thinReturn } from '../link/drives.ts';
import { number, percent, table } from '../table.ts';
import { BACK_TIME, figuresOf, returns, type SimulationFigures } from './figures.ts';
import { SLICE, watchLink, type Watching } from './page.ts';

/** Seconds of a drive that are watched. */
const SECONDS = 60;

/** Minutes of each drive, and the index of its first quality, as the page would measure it. */
const PLAN: Record<string, { count: number; first: number }> = {
	'outages-500': { count: 8, first: 2 },
	'outages-2000': { count: 8, first: 1 },
	'outages-5200': { count: 4, first: 0 },
};

/** The next seeds whose minute has the end of an outage of 5 to 30 s in it. */
function seedsWithOutage(drive: OutageDrive, from: number, count: number): number[] {
	const seeds: number[] = [];
	for (let seed = from; seeds.length < count; seed++)
		if (returns(outageRates(drive, SECONDS, seed)).some((second) => second > 12 && second < SECONDS - 4))
			seeds.push(seed);
	return seeds;
}

/** kbit/s before the outage, and the seeds of 60 minutes each, by which no rule was tuned. */
const THIN_RETURNS: [least: number, most: number, seed: number][] = [
	[450, 900, 1_234_001],
	[900, 4_000, 777_001],
];

/** Share of a minute until what the queue holds after an outage has come: a second of the mean rate. */
function queueShare({ rates, back }: ThinReturn): number {
	let left = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
	let second = back;
	for (; left > rates[second]!; second++) left -= rates[second]!;
	return (second - back + left / rates[second]!) / rates.length;
}

/** Watches a minute that comes back thin. Returns what did not move beyond what was gone, as a share. */
export async function beyondGone({ rates, wide }: ThinReturn, seed: number, sessionTimeout: number): Promise<number> {
	const first = wide > 1600 ? 0 : 1;
	const { still, gone } = figuresOf(
		rates,
		await watchLink({ rates, roundTrip: 200, seed, first, who: 'page', sessionTimeout }),
	);
	return still - gone;
}

/** Prints how minutes that come back thin are watched, where the server ends sessions after 5 s, and after 40. */
async function compareThinReturns(): Promise<void> {
	for (const [least, most, from] of THIN_RETURNS)
		for (const sessionTimeout of [5_000, 40_000]) {
			const beyond: number[] = [];
			const rest: number[] = [];
			for (let seed = from; seed < from + 60; seed++) {
				const drive = thinReturn(least, most, seed);
				const share = await beyondGone(drive, seed, sessionTimeout);
				beyond.push(share);
				rest.push(share - queueShare(drive));
			}
			const points = (shares: number[]) =>
				`${percent(median(shares), 1)} points in the median, ${percent(Math.max(...shares), 1)} in the worst`;
			console.log(
				`From ${number(least)} to ${number(most)} kbit/s, back on a thin link, sessions of ${sessionTimeout / 1000} s, beyond what was gone: ` +
					`${points(beyond)}, ${beyond.filter((share) => share > 0.08).length} of 60 over 8; ` +
					`without what the queue takes: ${points(rest)}.`,
			);
		}
}

const HEAD = ['link', 'seed', 'gone, %', 'not moving, %', 'waiting', 'longest, s', 'waiting'];
const TAIL = ['made up, %', 'back after, s', 'sound', 'waiting', 'requests a minute', 'kbit/s'];

/** Prints how minutes with outages as recorded are watched, beside one connection of 400 kbit/s that waits. */
export async function compareOutages(from: number): Promise<void> {
	const rows: string[][] = [];
	const all: { page: SimulationFigures; waiting: SimulationFigures }[] = [];
	for (const drive of OUTAGE_DRIVES) {
		const { count, first } = PLAN[drive.name]!;
		for (const seed of seedsWithOutage(drive, from, count)) {
			const rates = outageRates(drive, SECONDS, seed);
			const watch = async (way: Pick<Watching, 'who' | 'first'>) =>
				figuresOf(rates, await watchLink({ rates, roundTrip: drive.roundTrip, seed, ...way }));
			const page = await watch({ who: 'page', first });
			const waiting = await watch({ who: 'wait', first: 1 });
			all.push({ page, waiting });
			const list = ({ back }: SimulationFigures, what: 'frame' | 'sound' = 'frame') =>
				back.map((times) => number(times[what] / 1000, 1)).join(', ') || '–';
			rows.push([
				drive.title,
				`${seed}`,
				...[page.gone, page.still, waiting.still].map((share) => percent(share)),
				...[page.longest, waiting.longest].map((time) => number(time / 1000, 1)),
				percent(page.madeUp),
				list(page),
				list(page, 'sound'),
				list(waiting),
				number(page.requests),
				number(page.kbps),
			]);
		}
	}
	console.log(table([...HEAD, ...TAIL], rows, 2));
	const beyond = all.map(({ page }) => page.still - page.gone);
	const excess = all.map(({ page, waiting }) => page.still - waiting.still);
	const backs = all.flatMap(({ page }) => page.back);
	const within = (who: 'page' | 'waiting') => {
		const times = all.flatMap((one) => one[who].back);
		return `${times.filter(({ frame }) => frame <= BACK_TIME).length} of ${times.length}`;
	};
	console.log(
		`\nBeyond what was gone: ${percent(median(beyond))} points in the median, ${percent(Math.max(...beyond))} in the worst. ` +
			`Worse than waiting by more than 2 points: ${excess.filter((each) => each > 0.02).length} of ${excess.length}, at most by ${percent(Math.max(...excess))}. ` +
			`Moving within 2 s of the end of an outage of 5 to 30 s: ${within('page')}, waiting ${within('waiting')}; ` +
			`sound no later than the picture: ${backs.filter(({ frame, sound }) => sound <= frame + SLICE).length} of ${backs.length}.`,
	);
	await compareThinReturns();
}
