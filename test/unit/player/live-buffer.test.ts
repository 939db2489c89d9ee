import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LiveMediaEvent } from '../../../src/media/live-events.ts';
import type { Track } from '../../../src/media/track.ts';
import { createLiveBuffer } from '../../../src/player/act/live-buffer.ts';
import { fakeVideo, settle, setup } from '../../support/dom.ts';

const it = suite('buffer of lives over HTTP');

/** Types of buffers by media source, with what was appended: index or media. */
let sources: Record<string, string[]>[] = [];
/** Samples that were appended. */
let written = 0;
/** What is added to the times of each buffer, in seconds. */
let offsets: (() => number)[] = [];

class FakeSource {
	static isTypeSupported = () => true;
	readyState = 'closed';
	duration = NaN;
	onsourceopen: (() => void) | null = null;
	buffers: Record<string, string[]> = {};
	constructor() {
		sources.push(this.buffers);
		queueMicrotask(() => {
			this.readyState = 'open';
			this.onsourceopen?.();
		});
	}
	addSourceBuffer(type: string) {
		const list: string[] = (this.buffers[type.slice(0, 5)] = []);
		const buffer = {
			onupdateend: null as (() => void) | null,
			buffered: { length: 0 },
			timestampOffset: 0,
			appendBuffer(bytes: Uint8Array) {
				list.push(bytes[4] === 0x66 ? 'index' : 'media');
				const run = Buffer.from(bytes).indexOf('trun');
				if (run > 0) written += new DataView(bytes.buffer, bytes.byteOffset).getUint32(run + 8);
				queueMicrotask(() => buffer.onupdateend?.());
			},
		};
		offsets.push(() => buffer.timestampOffset);
		return buffer;
	}
}

it.before.each(() => {
	setup();
	sources = [];
	offsets = [];
	written = 0;
	Object.assign(window, { MediaSource: FakeSource });
	Object.assign(URL, { createObjectURL: () => `blob:${sources.length}`, revokeObjectURL() {} });
});

const trackOf = (kind: Track['kind'], more: Partial<Track> = {}): LiveMediaEvent => ({
	type: 'track',
	track: {
		...{ kind, codec: kind === 'video' ? 'avc1.42c015' : 'mp4a.40.2', description: new Uint8Array([1]) },
		...{ timescale: kind === 'video' ? 1000 : 48_000, width: 0, height: 0, channels: 2, sampleRate: 48_000 },
		...more,
	},
});
const segments = (...times: number[]): LiveMediaEvent[] =>
	times.map((time) => ({ type: 'segment', kind: 'video', time: time * 1000, data: new Uint8Array(9) }));
const frames = (kind: Track['kind'], from: number, to: number, step: number, keyAt = from): LiveMediaEvent[] =>
	Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => {
		const time = from + index * step;
		return { type: 'frame', kind, time, offset: 0, isKey: kind === 'audio' || time === keyAt, data: new Uint8Array(9) };
	});

const open = (onLost = assert.unreachable as () => void) =>
	createLiveBuffer({ onLost, onUnsupported: assert.unreachable, readLater: () => undefined });

const BOTH = [trackOf('video'), trackOf('audio'), ...frames('video', 0, 1000, 40), ...frames('audio', 0, 1000, 21)];
for (const [name, events, expected] of [
	[
		'a picture whose key frame comes after the sound, without another request',
		[
			[trackOf('video'), trackOf('audio'), ...frames('video', 0, 1000, 40, -1), ...frames('audio', 0, 1000, 21)],
			[...frames('video', 1000, 1400, 40), ...frames('audio', 1000, 1400, 21)],
		],
		[['audio'], ['video', 'audio']],
	],
	[
		'sound that joins a picture from its next key frame on',
		[
			[trackOf('video'), ...frames('video', 0, 1000, 40)],
			[trackOf('audio'), ...frames('video', 1000, 1400, 40, -1), ...frames('audio', 1000, 1400, 21)],
			[...frames('video', 1400, 1800, 40), ...frames('audio', 1400, 1800, 21)],
		],
		[['video'], ['video', 'audio']],
	],
	[
		'a picture on beside sound that is announced and does not come',
		[
			[trackOf('video'), ...frames('video', 0, 1000, 40)],
			[trackOf('audio'), ...frames('video', 1000, 2000, 40)],
			frames('video', 2000, 3000, 40),
		],
		[['video']],
	],
	[
		'a picture alone from its next key frame on where the sound has gone',
		[BOTH, frames('video', 1000, 3600, 40, -1), frames('video', 3600, 4200, 40)],
		[['video', 'audio'], ['video']],
	],
	[
		'on where the sound pauses for two seconds',
		[BOTH, frames('video', 1000, 3000, 40), [...frames('video', 3000, 4000, 40), ...frames('audio', 3000, 4000, 21)]],
		[['video', 'audio']],
	],
	[
		'sound alone where the picture has gone, and the picture again from its key frame on',
		[
			BOTH,
			frames('audio', 1000, 4200, 21),
			[...frames('video', 4200, 4600, 40, -1), ...frames('audio', 4200, 4600, 21)],
			[...frames('video', 4600, 5000, 40), ...frames('audio', 4600, 5000, 21)],
		],
		[['video', 'audio'], ['audio'], ['video', 'audio']],
	],
	[
		'sound of another rate in the same source',
		[
			[trackOf('audio'), ...frames('audio', 0, 1000, 21)],
			[trackOf('audio', { timescale: 44_100, sampleRate: 44_100, channels: 1 }), ...frames('audio', 1000, 1100, 23)],
		],
		[['audio']],
	],
	[
		'two configurations with no frame between',
		[
			[
				trackOf('video'),
				trackOf('video', { width: 640 }),
				trackOf('audio'),
				...frames('video', 0, 400, 40),
				...frames('audio', 0, 400, 21),
			],
		],
		[['video', 'audio']],
	],
] as [string, LiveMediaEvent[][], string[][]][])
	it(`should play ${name}`, async () => {
		const buffer = open();
		buffer.attach(fakeVideo() as unknown as HTMLVideoElement, () => {});
		for (const some of events) {
			buffer.take(some);
			await settle();
		}
		const fields = sources.map((source) => Object.keys(source));
		assert.equal(fields, expected);
		assert.ok(
			sources.every((source) => Object.values(source).every((list) => list[0] === 'index' && list.includes('media'))),
		);
	});

const HOUR = 3_600_000;
for (const [name, before, after, expected] of [
	['whose clock begins at an hour', [], [trackOf('video'), ...frames('video', HOUR, HOUR + 400, 40)], -1],
	[
		'whose frames are shown later than decoded',
		[],
		[trackOf('video'), ...frames('video', 0, 400, 40).map((each) => ({ ...each, offset: 80 }))],
		-1.08,
	],
	[
		'with its picture, where sound was sent before it',
		[],
		[trackOf('audio'), trackOf('video'), ...frames('audio', 0, 42, 21), ...frames('video', 30, 430, 40)],
		-1.03,
	],
	[
		'with the latest key frame before it is shown',
		[
			...[trackOf('video'), trackOf('audio'), ...frames('video', 0, 800, 40), ...frames('audio', 0, 800, 21)],
			...frames('video', 800, 1000, 40),
		],
		frames('audio', 819, 1200, 21),
		-1.8,
	],
	['of sound alone', [], [trackOf('audio'), ...frames('audio', HOUR, HOUR + 400, 21)], -1],
	['of MP4', [], [trackOf('video', { init: new Uint8Array([1]) }), ...segments(3600.5, 3600.54)], -3600.5],
	['of MP4 that begins at 0', [], [trackOf('video', { init: new Uint8Array([1]) }), ...segments(0, 0.04)], -0],
] as const)
	it(`should begin a live at 0 without a seek, ${name}`, async () => {
		const video = Object.defineProperty(fakeVideo(), 'currentTime', { get: () => 0, set: assert.unreachable });
		const buffer = open();
		buffer.take([...before]);
		buffer.attach(video as unknown as HTMLVideoElement, () => {});
		buffer.take([...after]);
		await settle();
		buffer.adjust();
		assert.ok(offsets.length);
		for (const offset of offsets) assert.is(offset(), expected);
	});

it('should tell that its element has failed', async () => {
	const video = fakeVideo();
	let times = 0;
	const buffer = open(() => times++);
	buffer.attach(video as unknown as HTMLVideoElement, () => {});
	buffer.take([trackOf('video'), ...frames('video', 0, 400, 40)]);
	await settle();
	video.fire('error');
	assert.is(times, 1);
});

it('should leave out frames that are shown before the key frame they come after, as they end what follows', async () => {
	const video = Object.assign(fakeVideo(), { currentTime: 0 });
	const buffer = open();
	buffer.attach(video as unknown as HTMLVideoElement, () => {});
	const shown = [120, 0, 0];
	const [track, ...rest] = [trackOf('video'), ...frames('video', 0, 600, 40)];
	buffer.take([track!, ...rest.map((each, index) => ({ ...each, offset: shown[index] ?? 40 }))]);
	await settle();
	// The last one waits for its successor.
	assert.equal([offsets.map((offset) => offset()), written], [[-1.12], rest.length - 3]);
});

it.run();
