import type { Sample } from '../../rts/play/sample.ts';
import type { Totals, TotalsAt } from './connection-window.ts';

/** Counters of a stats entry; engines differ. */
interface Entry {
	type: string;
	packetsReceived?: number;
	packetsLost?: number;
	totalSamplesReceived?: number;
	concealedSamples?: number;
	/** Seconds. */
	currentRoundTripTime?: number;
}

/** Reads totals from a sample. */
export function readTotals({ audioBytes, videoBytes, frames, keyFrames, report }: Sample): Totals {
	const totals: Totals = { bytes: audioBytes + videoBytes, videoBytes, packets: 0, lost: 0, frames, keyFrames };
	if (report)
		report.forEach((entry: Entry) => {
			if (entry.currentRoundTripTime! > 0) totals.roundTrip = entry.currentRoundTripTime! * 1000;
			if (entry.type !== 'inbound-rtp') return;
			totals.packets += entry.packetsReceived || 0;
			totals.lost += entry.packetsLost || 0;
			if (!entry.totalSamplesReceived) return;
			totals.sound = entry.totalSamplesReceived;
			totals.madeUp = entry.concealedSamples;
		});
	return totals;
}

/** Creates a function that reads the latest sample, each one once. */
export function createMeter(latest: () => Sample): () => TotalsAt {
	let sample: Sample | undefined;
	let reading: TotalsAt;
	return () => {
		const next = latest();
		if (next !== sample) reading = { now: next.time, totals: readTotals((sample = next)) };
		return reading;
	};
}
