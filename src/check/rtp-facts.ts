import { readPayload, readSps } from './h264.ts';

/** An RTP packet as it was received. */
export interface ReceivedPacket {
	kind: 'audio' | 'video';
	sequenceNumber: number;
	timestamp: number;
	payload: Buffer;
	/** Milliseconds since the offer was sent. */
	at: number;
}

/** RTP clock rate of H.264 (RFC 6184), per millisecond. */
const VIDEO_CLOCK = 90;
/** Share of the time in which a server may still send what came before. */
const CATCH_UP = 0.3;
/** Bytes of an Opus packet of silence: 3 by libopus at a variable rate. */
const SILENT_BYTES = 8;
/** `s` of an Opus packet (RFC 6716 §3.1). */
const STEREO = 4;

/** Continues a counter that wraps. */
function unwrap(values: number[], size: number): number[] {
	let last = values[0] ?? 0;
	let at = last;
	return values.map((value) => {
		const step = ((((value - last) % size) + size * 1.5) % size) - size / 2;
		last = value;
		return (at += step);
	});
}

interface Frame {
	timestamp: number;
	key: boolean;
	at: number;
}

/** Packets in the order in which they were sent. */
function inOrder(packets: ReceivedPacket[]): { sorted: ReceivedPacket[]; loss: number } {
	const numbers = unwrap(
		packets.map(({ sequenceNumber }) => sequenceNumber),
		0x10000,
	);
	const byNumber = new Map(packets.map((packet, index) => [numbers[index]!, packet]));
	const keys = [...byNumber.keys()].sort((a, b) => a - b);
	const expected = keys.length ? keys[keys.length - 1]! - keys[0]! + 1 : 1;
	return { sorted: keys.map((key) => byNumber.get(key)!), loss: keys.length ? 1 - keys.length / expected : 0 };
}

function framesOf(sorted: ReceivedPacket[]): Frame[] {
	const timestamps = unwrap(
		sorted.map(({ timestamp }) => timestamp),
		0x100000000,
	);
	const frames: Frame[] = [];
	sorted.forEach(({ payload, at }, index) => {
		const timestamp = timestamps[index]! / VIDEO_CLOCK;
		const { key } = readPayload(payload);
		const frame = frames[frames.length - 1];
		if (frame?.timestamp !== timestamp) return void frames.push({ timestamp, key, at });
		frame.key ||= key;
		frame.at = Math.max(frame.at, at);
	});
	return frames;
}

function longestInterval(frames: Frame[]): number {
	const keys = frames.filter(({ key }) => key).map(({ timestamp }) => timestamp);
	const last = frames[frames.length - 1];
	return keys.length ? Math.max(...[...keys.slice(1), last!.timestamp].map((at, index) => at - keys[index]!)) : 0;
}

/** Reads what was received of a stream until `end`. Milliseconds count from the offer. */
export function rtpFacts(packets: ReceivedPacket[], end: number) {
	const [audio, video] = (['audio', 'video'] as const).map((kind) => packets.filter((packet) => packet.kind === kind));
	const { sorted, loss } = inOrder(video!);
	const sound = inOrder(audio!);
	const frames = framesOf(sorted);
	const firstKey = frames.find(({ key }) => key);
	const sps = sorted.map(({ payload }) => readPayload(payload).sps).find(Boolean);
	const begin = Math.min(...packets.map(({ at }) => at), end);
	const from = begin + (end - begin) * CATCH_UP;
	const seconds = Math.max(0.001, (end - from) / 1000);
	const late = packets.filter(({ at }) => at >= from);
	return {
		/** Of the first packet of sound, and of the first keyframe's end; undefined: none. */
		firstSound: audio!.length ? Math.min(...audio!.map(({ at }) => at)) : undefined,
		firstFrame: firstKey?.at,
		sps: sps && readSps(sps),
		/** Frames that come after one that is shown later. */
		reordered: frames.filter(({ timestamp }, index) => index && timestamp < frames[index - 1]!.timestamp).length,
		fps: frames.filter(({ at }) => at >= from).length / seconds,
		/** Longest time between keyframes, or since the last; 0 without one. */
		keyframeInterval: longestInterval(frames),
		/** Sound and video. */
		kbps: late.reduce((sum, { payload }) => sum + payload.length * 8, 0) / 1000 / seconds,
		/** Share of the packets that never came, from 0 to 1. */
		loss: Math.max(loss, sound.loss),
		/** All its packets are as small as Opus makes them of silence. */
		silent: audio!.length > 0 && audio!.every(({ payload }) => payload.length <= SILENT_BYTES),
		/** Of Opus, by its packets; 0 without sound. */
		channels: audio!.length ? (audio!.some(({ payload }) => (payload[0] ?? 0) & STEREO) ? 2 : 1) : 0,
	};
}

/** See {@link rtpFacts}. */
export type RtpFacts = ReturnType<typeof rtpFacts>;
