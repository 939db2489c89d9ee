import { GONE, goneShare, OUTAGE_DRIVES, type OutageDrive, outageRates } from '../link/drives.ts';
import { number, table } from '../table.ts';
import { QUALITIES, type Watched, type Watching, watchLink } from './page.ts';

/** Seconds of a drive that are watched. */
const SECONDS = 60;
/** A frame that is shown for longer has frozen, milliseconds. */
const FREEZE = 217;
/** Seconds of the outages whose ends are looked at, and kbit/s of a link that is back. */
const LONG = { least: 5, most: 30, back: 300 };
/** Milliseconds within which something is to move. */
export const BACK_TIME = 2_000;

/** Figures of a minute; shares of the time since the first frame. */
export interface OutageFigures {
	/** Share of the seconds in which the link is gone. */
	gone: number;
	still: number;
	/** Seconds. */
	longest: number;
	/** Share of the time without received sound. */
	silent: number;
	madeUp: number;
	/** Milliseconds from the end of each outage of 5 to 30 s until a frame, and until sound. */
	back: { frame: number; sound: number }[];
	connections: number;
	/** Most requests within a minute. */
	requests: number;
	kbps: number;
}

/** Seconds at which a link is back after an outage of 5 to 30 s. */
export function returns(rates: readonly number[]): number[] {
	const found: number[] = [];
	let length = 0;
	let waits = false;
	rates.forEach((rate, second) => {
		if (rate < GONE) {
			length++;
			waits = length >= LONG.least;
			return;
		}
		if (waits && length <= LONG.most && rate >= LONG.back && (rates[second + 1] ?? 0) >= LONG.back) found.push(second);
		if (rate >= LONG.back) waits = false;
		length = 0;
	});
	return found;
}

/** The figures of what was watched. */
export function outageFigures(
	rates: readonly number[],
	watched: Watched,
	kbpsOf: (index: number) => number,
): OutageFigures {
	const { frames, sound, samples, madeUp, requests, connections } = watched;
	const end = rates.length * 1000;
	const begin = Math.min(frames[0]?.at ?? end, end);
	let still = 0;
	let longest = 0;
	let bits = 0;
	frames.forEach(({ at, index }, i) => {
		const gap = (frames[i + 1]?.at ?? end) - at;
		if (gap <= FREEZE) bits += gap * kbpsOf(index);
		else {
			still += gap;
			longest = Math.max(longest, gap);
		}
	});
	const time = end - begin || 1;
	const heard = sound.slice(Math.floor(begin / 1000)).reduce((sum, each) => sum + each, 0);
	const back = returns(rates)
		.map((second) => second * 1000)
		.filter((at) => at > begin && at + BACK_TIME < end)
		.map((at) => ({
			frame:
				(frames.find((frame, i) => frame.at >= at && (frames[i + 1]?.at ?? Infinity) - frame.at <= FREEZE)?.at ??
					Infinity) - at,
			sound: sound.findIndex((each, second) => second * 1000 >= at && each > 200) * 1000 - at,
		}));
	return {
		gone: goneShare(rates.slice(Math.floor(begin / 1000))),
		still: frames.length ? still / time : 1,
		longest: frames.length ? longest / 1000 : rates.length,
		silent: Math.max(0, 1 - heard / time),
		madeUp: samples ? madeUp / samples : 1,
		back,
		connections,
		requests: Math.max(...requests.map((from) => requests.filter((at) => at >= from && at < from + 60_000).length), 0),
		kbps: bits / time,
	};
}

/** Index of the first quality on each drive, as the page would measure it. */
export const FIRST: Record<string, number> = { 'outages-500': 2, 'outages-2000': 1, 'outages-5200': 0 };

/** Watches a minute of a drive. */
export async function watchDrive(
	drive: OutageDrive,
	seed: number,
	options: Partial<Watching> & Pick<Watching, 'who'>,
	seconds = SECONDS,
): Promise<OutageFigures & { rates: number[]; watched: Watched }> {
	const rates = outageRates(drive, seconds, seed);
	const first = options.first ?? FIRST[drive.name]!;
	const watched = await watchLink({ rates, roundTrip: drive.roundTrip, seed, ...options, first });
	return { ...outageFigures(rates, watched, (index) => QUALITIES[index]!.kbps), rates, watched };
}

const percent = (share: number) => number(share * 100);

/** The next seeds whose minute has the end of an outage of 5 to 30 s in it. */
export function seedsWithOutage(drive: OutageDrive, from: number, count: number): number[] {
	const seeds: number[] = [];
	for (let seed = from; seeds.length < count; seed++)
		if (returns(outageRates(drive, SECONDS, seed)).some((second) => second > 12 && second < SECONDS - 4))
			seeds.push(seed);
	return seeds;
}

/** Prints how minutes with outages as recorded are watched, beside one connection of 400 kbit/s that waits. */
export async function compareOutages(from: number, counts = [8, 8, 4], sessionTimeout?: number): Promise<void> {
	const rows: string[][] = [];
	const beyond: number[] = [];
	const excess: number[] = [];
	const backs: { page: number; peer: number; sound: number }[] = [];
	for (const [i, drive] of OUTAGE_DRIVES.entries())
		for (const seed of seedsWithOutage(drive, from, counts[i]!)) {
			const page = await watchDrive(drive, seed, { who: 'page', ...(sessionTimeout && { sessionTimeout }) });
			const peer = await watchDrive(drive, seed, { who: 'wait', first: 1, ...(sessionTimeout && { sessionTimeout }) });
			beyond.push(page.still - page.gone);
			excess.push(page.still - peer.still);
			page.back.forEach((each, i) =>
				backs.push({ page: each.frame, sound: each.sound, peer: peer.back[i]?.frame ?? Infinity }),
			);
			const list = (all: OutageFigures['back']) => all.map(({ frame }) => number(frame / 1000, 1)).join(', ') || '–';
			rows.push([
				drive.title,
				`${seed}`,
				percent(page.gone),
				percent(page.still),
				percent(peer.still),
				number(page.longest, 1),
				number(peer.longest, 1),
				percent(page.silent),
				percent(page.madeUp),
				list(page.back),
				list(peer.back),
				number(page.connections),
				number(page.requests),
				number(page.kbps),
			]);
		}
	const sorted = [...beyond].sort((a, b) => a - b);
	console.log(
		table(
			[
				'link',
				'seed',
				'gone, %',
				'not moving, %',
				'peer',
				'longest, s',
				'peer',
				'no sound, %',
				'made up, %',
				'back after, s',
				'peer',
				'connections',
				'requests a minute',
				'kbit/s',
			],
			rows,
			2,
		),
	);
	const within = (all: number[]) => `${all.filter((time) => time <= BACK_TIME).length} of ${all.length}`;
	console.log(
		`\nBeyond what was gone: ${percent(sorted[Math.floor(sorted.length / 2)]!)} points in the median, ${percent(sorted.at(-1)!)} in the worst. ` +
			`Worse than waiting by more than 2 points: ${excess.filter((each) => each > 0.02).length} of ${excess.length}, at most by ${percent(Math.max(...excess))}. ` +
			`Moving within 2 s of the end of an outage of 5 to 30 s: ${within(backs.map(({ page }) => page))}, peer ${within(backs.map(({ peer }) => peer))}.`,
	);
}

/** A minute second by second: what the link carries, what is shown and heard, and what the player does. */
export async function traceOutage(drive: OutageDrive, seed: number, options: Partial<Watching> = {}): Promise<string> {
	const lines: string[][] = Array.from({ length: SECONDS }, () => []);
	const log = (now: number, line: string) =>
		lines[Math.min(SECONDS - 1, Math.floor(now / 1000))]!.push(`${(now / 1000).toFixed(1)} ${line}`);
	const { rates, watched } = await watchDrive(drive, seed, { who: 'page', log, ...options });
	return rates
		.map((rate, second) => {
			const frames = watched.frames.filter(({ at }) => Math.floor(at / 1000) === second);
			const names = [...new Set(frames.map(({ index }) => QUALITIES[index]!.name))].join('/');
			return [
				second,
				Math.round(rate),
				frames.length,
				names,
				`${Math.round((watched.sound[second] ?? 0) / 10)} %`,
				lines[second]!.join('; '),
			].join('\t');
		})
		.join('\n');
}
