import type { VisitReport } from './read-report.ts';

/** Milliseconds of the first bin, and the ratio of one to the next: quantiles are right to 5 %. */
const FIRST_BIN = 100;
const RATIO = 1.1;
const BINS = 90;
/** Tallies and names kept; what comes after them is counted together, as anybody may send any. */
const MAX_TALLIES = 5000;
const MAX_NAMES = 40;
const OTHERS = 'others';

/** Counts of visits. */
export class Tally {
	visits = 0;
	started = 0;
	/** Not started, by what was shown. */
	shown: Record<string, number> = {};
	/** First frames by time. */
	bins = new Uint32Array(BINS);
	played = 0;
	still = 0;
	stills = 0;

	add({ isFirst, firstFrame, state, before, played, still, stills }: VisitReport): void {
		if (isFirst) this.visits++;
		else if (firstFrame !== undefined) this.shown[before] = (this.shown[before] ?? 0) - 1;
		if (firstFrame === -1) this.shown[state] = (this.shown[state] ?? 0) + 1;
		else if (firstFrame !== undefined) {
			this.started++;
			const bin = Math.floor(Math.log(Math.max(1, firstFrame / FIRST_BIN)) / Math.log(RATIO));
			this.bins[Math.min(BINS - 1, bin)]!++;
		}
		this.played += played;
		this.still += still;
		this.stills += stills;
	}

	/**
	 * Visits in which the start was waited for: neither the cover nor the end was shown. No sum of visits, as one may be
	 * opened in one hour and start in another.
	 */
	get wanted(): number {
		return this.started + this.failed + this.leavers;
	}
	get failed(): number {
		return this.count((state) => state === 'f');
	}
	get leavers(): number {
		return this.count((state) => !/[wef]/.test(state));
	}
	/** Share of the time that it stood. */
	get stillShare(): number {
		return this.still / (this.played + this.still || 1);
	}

	/** Milliseconds within which a share of the first frames came; 0 without any. */
	firstFrame(share: number): number {
		let remainder = share * this.started;
		for (const [bin, count] of this.bins.entries()) {
			if (count && remainder <= count) return FIRST_BIN * RATIO ** (bin + remainder / count);
			remainder -= count;
		}
		return 0;
	}

	private count = (fits: (state: string) => boolean) =>
		Object.entries(this.shown).reduce((sum, [state, count]) => sum + (fits(state) ? Math.max(0, count) : 0), 0);
}

/** Counts by name; those after the first 40 names as one. */
export class Names<T> extends Map<string, T> {
	constructor(
		private readonly make: () => T,
		private readonly limit = MAX_NAMES,
	) {
		super();
	}
	at(name: string): T {
		const known = this.has(name) || this.size < this.limit ? name : OTHERS;
		let value = this.get(known);
		if (value === undefined) this.set(known, (value = this.make()));
		return value;
	}
}

const tallies = (limit?: number) => new Names(() => new Tally(), limit);
const counts = () => new Names(() => ({ count: 0 }));

const createLive = () => ({
	all: new Tally(),
	hours: tallies(MAX_TALLIES),
	engines: tallies(),
	networks: tallies(),
	/** By how they travelled when the report was sent. */
	transports: tallies(),
	/** Milliseconds by kbit/s. */
	qualities: counts(),
	codes: counts(),
});

/** Counts of a live. */
export type LiveTally = ReturnType<typeof createLive>;

/** Counts reports by live, in a memory that does not grow with their number. */
export function createTally() {
	const lives = new Names(createLive, MAX_TALLIES / 50);
	return {
		lives,
		add(report: VisitReport): void {
			const live = lives.at(report.live);
			const { engine, network, kind, transport, hour, code } = report;
			const by = [live.hours.at(hour), live.engines.at(engine), live.networks.at(network)];
			if (kind) by.push(live.transports.at([kind, transport].filter(Boolean).join(' ')));
			for (const tally of [live.all, ...by]) tally.add(report);
			for (const [kbps, ms] of report.qualities) live.qualities.at(kbps).count += ms;
			if (code) live.codes.at(code).count++;
		},
	};
}
