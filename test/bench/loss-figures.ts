/** Frames and sound of a page (`loss-probe.js`). */
export interface LossProbe {
	/** When each frame was shown, milliseconds. */
	frames: number[];
	/** The totals of each connection. */
	connections: {
		/** Audio samples that were played. */
		heard: number;
		/** Those among them that were made up in place of lost or late sound. */
		concealed: number;
		/** Seconds that the emitted frames have spent in the jitter buffer, in all. */
		delay: number;
		emitted: number;
	}[];
}

/** Reception of a stream, or sums over several visits. */
export interface LossFigures {
	/** Seconds from the first frame to the end. */
	seconds: number;
	/** Seconds in which the image stood still. */
	frozen: number;
	/** Number of freezes. */
	freezes: number;
	/** Connections beyond the first. */
	reconnects: number;
	/** As in the probe, of all connections. */
	heard: number;
	concealed: number;
	delay: number;
	emitted: number;
}

/** A frame that is shown for longer has frozen, milliseconds: as `freezeCount` counts a stream of 15 frames a second. */
const FREEZE = 217;

/** The figures of one visit that ended at a moment on the clock of the frames. */
export function lossFigures({ frames, connections }: LossProbe, end: number): LossFigures {
	const gaps = [...frames, end].slice(1).map((at, index) => at - frames[index]!);
	const freezes = gaps.filter((gap) => gap > FREEZE);
	const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
	const total = (name: keyof LossProbe['connections'][number]) => sum(connections.map((one) => one[name]));
	return {
		seconds: sum(gaps) / 1000,
		frozen: sum(freezes) / 1000,
		freezes: freezes.length,
		reconnects: connections.length - 1,
		heard: total('heard'),
		concealed: total('concealed'),
		delay: total('delay'),
		emitted: total('emitted'),
	};
}

/** The figures of several visits, added up. */
export function addUp(visits: readonly LossFigures[]): LossFigures {
	const [first, ...others] = visits;
	const sums = { ...first! };
	for (const visit of others) for (const name of Object.keys(sums) as (keyof LossFigures)[]) sums[name] += visit[name];
	return sums;
}
