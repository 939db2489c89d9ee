import { median } from '../figures.ts';
import { OUTAGE_DRIVES, type OutageDrive, outageRates } from '../link/drives.ts';
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

/** Drives of 0.5 Mbit/s with an outage of 15 to 19 s, then 180 to 520 kbit/s for ten. */
const THIN_RETURNS = [8787, 9507, 19696, 26218, 26582, 28491, 29835, 32262, 41808, 42576, 46218, 47950];

/** Prints how drives that come back thin are watched, where the server ends sessions after 5 s, and after 30. */
async function compareThinReturns(): Promise<void> {
	const drive = OUTAGE_DRIVES[0]!;
	for (const sessionTimeout of [5_000, 30_000]) {
		const beyond: number[] = [];
		for (const seed of THIN_RETURNS) {
			const rates = outageRates(drive, SECONDS, seed);
			const { roundTrip } = drive;
			const { still, gone } = figuresOf(
				rates,
				await watchLink({ rates, roundTrip, seed, first: 1, who: 'page', sessionTimeout }),
			);
			beyond.push(still - gone);
		}
		console.log(
			`Back on a thin link, sessions of ${sessionTimeout / 1000} s, beyond what was gone: ` +
				`${percent(median(beyond))} points in the median, ${percent(Math.max(...beyond))} in the worst of ${beyond.length}.`,
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
