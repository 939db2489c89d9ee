import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LiveMediaEvent } from '../../../src/media/live-events.ts';
import type { Track } from '../../../src/media/track.ts';
import { createLiveBuffer } from '../../../src/player/act/live-buffer.ts';
import { fakeVideo, settle, setup } from '../../support/dom.ts';

const it = suite('buffer of lives over HTTP');

/** Types of buffers by media source, with what was appended: index or media. */
let sources: Record<string, string[]>[] = [];

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
			appendBuffer(bytes: Uint8Array) {
				list.push(bytes[4] === 0x66 ? 'index' : 'media');
				queueMicrotask(() => buffer.onupdateend?.());
			},
		};
		return buffer;
	}
}

it.before.each(() => {
	setup();
	sources = [];
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
const frames = (kind: Track['kind'], from: number, to: number, step: number, keyAt = from): LiveMediaEvent[] =>
	Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => {
		const time = from + index * step;
		return { type: 'frame', kind, time, offset: 0, isKey: kind === 'audio' || time === keyAt, data: new Uint8Array(9) };
	});

for (const [name, events, expected, isLost] of [
	[
		'a picture whose key frame comes after the sound, without another request',
		[
			[trackOf('video'), trackOf('audio'), ...frames('video', 0, 1000, 40, -1), ...frames('audio', 0, 1000, 21)],
			[...frames('video', 1000, 1400, 40), ...frames('audio', 1000, 1400, 21)],
		],
		[['audio'], ['video', 'audio']],
		false,
	],
	[
		'sound that joins a picture by another request, as that begins with a key frame',
		[
			[trackOf('video'), ...frames('video', 0, 1000, 40)],
			[trackOf('audio'), ...frames('audio', 1000, 1100, 21)],
		],
		[['video']],
		true,
	],
	[
		'sound of another rate in the same source',
		[
			[trackOf('audio'), ...frames('audio', 0, 1000, 21)],
			[trackOf('audio', { timescale: 44_100, sampleRate: 44_100, channels: 1 }), ...frames('audio', 1000, 1100, 23)],
		],
		[['audio']],
		false,
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
		false,
	],
] as const)
	it(`should play ${name}`, async () => {
		let lost = false;
		const buffer = createLiveBuffer({
			onLost: () => (lost = true),
			onUnsupported: assert.unreachable,
			readLater: () => undefined,
		});
		buffer.attach(fakeVideo() as unknown as HTMLVideoElement, () => {});
		for (const some of events) {
			buffer.take([...some]);
			await settle();
		}
		const fields = sources.map((source) => Object.keys(source));
		assert.equal(fields, expected);
		assert.ok(
			sources.every((source) => Object.values(source).every((list) => list[0] === 'index' && list.includes('media'))),
		);
		assert.is(lost, isLost);
	});

for (const [name, start, expected] of [
	['not seek where the media begin with its clock, as each seek takes away the frame that is shown', 0, []],
	['seek once to where the media begin later', 1, [1]],
] as const)
	it(`should ${name}`, async () => {
		const seeks: number[] = [];
		const video = Object.defineProperty(fakeVideo(), 'currentTime', {
			get: () => seeks[0] ?? 0,
			set: (time: number) => seeks.push(time),
		});
		Object.assign(video, { buffered: { length: 1, start: () => start, end: () => start + 1 } });
		const buffer = createLiveBuffer({
			onLost: assert.unreachable,
			onUnsupported: assert.unreachable,
			readLater: () => undefined,
		});
		buffer.attach(video as unknown as HTMLVideoElement, () => {});
		for (const from of [0, 400, 800]) {
			buffer.take([...(from ? [] : [trackOf('video')]), ...frames('video', from, from + 400, 40, 0)]);
			await settle();
			buffer.adjust();
		}
		assert.equal(sources[0]!.video!.slice(0, 2), ['index', 'media']);
		assert.equal(seeks, expected);
	});

it.run();
