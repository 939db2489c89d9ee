import { LIVE_POLICY, QUALITY_POLICY, type QualityPolicy } from '../../../src/player/core/policy.ts';
import { chooseQuality } from '../../../src/player/quality/choose-quality.ts';
import { INITIAL_QUALITY_MEMORY } from '../../../src/player/quality/quality-memory.ts';
import { seededRandom } from '../link/shaper.ts';
import { Connection } from './connection.ts';
import { Queue } from './queue.ts';

/** Qualities of the broadcast, best first. */
export const QUALITIES = [
	{ kbps: 1130, audioOnly: false },
	{ kbps: 400, audioOnly: false },
	{ kbps: 130, audioOnly: false },
	{ kbps: 40, audioOnly: true },
];

/** A link and how it is used. */
export interface Conditions {
	/** kbit/s of each second. */
	rates: readonly number[];
	/** Milliseconds there and back. */
	roundTrip: number;
	/** Share of packets lost on the air. */
	loss?: number;
	seed?: number;
	/** Index of the first quality. */
	first: number;
	/** Without one the first quality is kept. */
	policy?: QualityPolicy | null;
	qualities?: typeof QUALITIES;
	/** Milliseconds that freezes may make the buffer hold. */
	maxBuffer?: number;
	/** Milliseconds each freeze adds, as in `rts/play/jitter-buffer.ts`. */
	freezeStep?: number;
}

/** A viewer's experience. */
export interface Outcome {
	seconds: number;
	/** Milliseconds without motion while a picture is wanted, from the first frame on, and the longest stretch of it. */
	frozen: number;
	longest: number;
	firstFrame: number;
	/** Milliseconds of sound alone. */
	soundAlone: number;
	/** Share of the sound. */
	madeUp: number;
	switches: number;
	/** Connections to a better quality beside what plays, taken or not. */
	tries: number;
	/** kbit/s of what moves, on the average. */
	kbps: number;
	/** Milliseconds with each quality in motion. */
	moving: number[];
	/** Milliseconds from the start and what was done. */
	log: string[];
}

const STEP = 20;
/** A multiple of the step, about as in the page. */
const SAMPLE_INTERVAL = 240;
/** Bytes that wait for the link at most: what it carries in so many milliseconds on the average. */
const QUEUE_TIME = 1500;
const MIN_QUEUE = 30_000;
/** The page's HTML in packets. */
const PAGE_PACKETS = 11;
const PACKET_BYTES = 1200;
/** Milliseconds, as in `player/quality/measure-link.ts`. */
const DELAY = 50;
/** A frame that is shown for longer has frozen, milliseconds. */
const FREEZE = 217;

/** Sends a page of HTML through the queue, as `player/quality/measure-link.ts` fetches it. A lost packet comes too late. */
function measureLink(start: number, queue: Queue, onMeasured: (kbps: number, now: number) => void): void {
	let missing = PAGE_PACKETS;
	let kbps = Infinity;
	const arrive = (now: number) => {
		kbps = Math.min(kbps, (PAGE_PACKETS * PACKET_BYTES * 8) / Math.max(1, now - start - DELAY));
		if (!--missing) onMeasured(kbps, now);
	};
	const drop = (now: number) => {
		kbps = 0;
		arrive(now);
	};
	for (let i = 0; i < PAGE_PACKETS; i++) queue.send({ bytes: PACKET_BYTES, arrive, drop }, start);
}

/** Plays a broadcast over a link. */
export function simulate({
	rates,
	roundTrip,
	loss = 0,
	seed = 1,
	first,
	policy = QUALITY_POLICY,
	qualities = QUALITIES,
	maxBuffer = 3000,
	freezeStep = 1000,
}: Conditions): Outcome {
	const end = rates.length * 1000;
	const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
	const queue = new Queue(rates, Math.max(MIN_QUEUE, (mean * QUEUE_TIME) / 8), loss, seededRandom(seed));
	const open = (index: number, now: number) =>
		new Connection(qualities[index]!.kbps, qualities[index]!.audioOnly, queue, roundTrip, now);

	let index = first;
	let current = open(index, 0);
	let number = 0;
	let beside: { index: number; connection: Connection; isTry: boolean; since: number } | null = null;
	let memory = INITIAL_QUALITY_MEMORY;
	const shown: { at: number; index: number }[] = [];
	const log: string[] = [];
	let seen = 0;
	let soundAlone = 0;
	let buffer = 0;
	let sound = 0;
	let madeUp = 0;
	let switches = 0;
	let tries = 0;

	function swap(now: number): void {
		current.close();
		({ index, connection: current } = beside!);
		beside = null;
		seen = 0;
		number++;
		switches++;
		log.push(`${now} plays ${index}`);
	}

	for (let now = STEP; now <= end; now += STEP) {
		queue.advance(now, STEP);
		for (const connection of [current, ...(beside ? [beside.connection] : [])]) {
			connection.bufferTarget = buffer;
			const before = { ...connection.totals };
			connection.advance(now, STEP);
			if (connection !== current) continue;
			sound += connection.totals.sound - before.sound;
			madeUp += connection.totals.madeUp - before.madeUp;
		}
		for (; seen < current.shown.length; seen++) {
			const at = current.shown[seen]!;
			const last = shown[shown.length - 1];
			if (last && at - last.at > FREEZE && !memory.lackingSince) buffer = Math.min(maxBuffer, buffer + freezeStep);
			shown.push({ at: Math.max(at, last?.at ?? 0), index });
		}
		if (qualities[index]!.audioOnly) soundAlone += STEP;
		if (beside && !beside.isTry) {
			const { connection } = beside;
			const { audioOnly } = qualities[beside.index]!;
			const { besideTime, soundBesideTime, answeredTime } = LIVE_POLICY;
			const soundTime = connection.answered ? answeredTime : soundBesideTime;
			if (now - beside.since >= (audioOnly ? soundTime : besideTime)) current.close();
			if (audioOnly ? connection.totals.sound : connection.totals.frames) swap(now);
		}
		if (now % SAMPLE_INTERVAL || !policy || !current.totals.bytes) continue;
		const sample = {
			now,
			connection: number,
			totals: { ...current.totals },
			qualities,
			index,
			failed: [],
			idle: !!beside && !beside.isTry,
			tried: beside?.isTry ? beside.index : null,
			trial: !!beside?.connection.totals.bytes && { now, totals: { ...beside.connection.totals } },
		};
		const answer = chooseQuality(memory, sample, policy);
		memory = answer.memory;
		const { decision } = answer;
		if (decision.type === 'down') {
			beside = { index: decision.index, connection: open(decision.index, now), isTry: false, since: now };
		} else if (decision.type === 'try') {
			const tried = decision.index;
			measureLink(now, queue, (kbps, at) => {
				log.push(`${at} carries ${Math.round(kbps)}`);
				if (beside || kbps < qualities[tried]!.kbps * policy.headroom) return;
				tries++;
				beside = { index: tried, connection: open(tried, at), isTry: true, since: at };
			});
		} else if (decision.type === 'take') swap(now);
		else if (decision.type === 'giveUp') {
			beside!.connection.close();
			beside = null;
		}
		if (decision.type !== 'stay') log.push(`${now} ${decision.type}${'index' in decision ? ` ${decision.index}` : ''}`);
	}

	const moving = qualities.map(() => 0);
	let frozen = 0;
	let longest = 0;
	const firstFrame = shown[0]?.at ?? Infinity;
	shown.push({ at: end, index });
	for (let i = 1; i < shown.length; i++) {
		const gap = Math.min(end, shown[i]!.at) - Math.min(end, shown[i - 1]!.at);
		if (gap <= FREEZE) moving[shown[i - 1]!.index]! += gap;
		else {
			frozen += gap;
			longest = Math.max(longest, gap);
		}
	}
	return {
		seconds: rates.length,
		frozen: Math.max(0, frozen - soundAlone),
		longest,
		firstFrame,
		soundAlone,
		madeUp: sound ? madeUp / sound : 1,
		switches,
		tries,
		kbps: moving.reduce((sum, time, i) => sum + time * qualities[i]!.kbps, 0) / end,
		moving,
		log,
	};
}
