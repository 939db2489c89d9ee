import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { canAppend, createAppender } from '../../../src/media/appender.ts';
import { lacksPicture } from '../../../src/media/lacks-picture.ts';
import type { Track } from '../../../src/media/track.ts';
import { fakeVideo, settle, setup, timeRanges } from '../../support/dom.ts';

/** What the engine was told, in order. */
let calls: string[] = [];
/** Calls of `appendBuffer` that find no room. */
let full = 0;
let sources: FakeSource[] = [];

/** A buffer that is busy until the test says that it is done. */
class FakeBuffer {
	buffered = timeRanges();
	updating = false;
	onupdateend: (() => void) | null = null;
	onerror: (() => void) | null = null;
	constructor(
		readonly source: FakeSource,
		readonly type: string,
	) {}
	begin(call: string) {
		if (this.updating) throw new Error('busy');
		calls.push(`${this.type.slice(0, 5)} ${call}`);
		this.updating = true;
	}
	appendBuffer(bytes: Uint8Array) {
		if (full && full--) throw Object.assign(new Error(), { name: 'QuotaExceededError' });
		this.source.readyState = 'open';
		// An init segment begins with `ftyp`.
		this.begin(bytes[4] === 0x66 ? 'init' : `append ${bytes[0]}`);
	}
	remove(from: number, to: number) {
		this.source.readyState = 'open';
		this.begin(`remove ${from} to ${to}`);
	}
	changeType(type: string) {
		calls.push(`change to ${type}`);
	}
	done() {
		this.updating = false;
		this.onupdateend?.();
		return settle();
	}
}

class FakeSource {
	static isTypeSupported = (type: string) => !/mp4v/.test(type);
	readyState = 'closed';
	length = NaN;
	buffers: FakeBuffer[] = [];
	onsourceopen: (() => void) | null = null;
	onsourceclose: (() => void) | null = null;
	constructor() {
		sources.push(this);
	}
	get duration() {
		return this.length;
	}
	set duration(seconds: number) {
		calls.push(`duration ${(this.length = seconds)}`);
	}
	addSourceBuffer(type: string) {
		if (/flac/.test(type)) throw new Error('unsupported');
		const buffer = new FakeBuffer(this, type);
		this.buffers.push(buffer);
		return buffer;
	}
	endOfStream() {
		calls.push('end');
		this.readyState = 'ended';
	}
	open() {
		this.readyState = 'open';
		this.onsourceopen?.();
		return settle();
	}
}

const VIDEO: Track = {
	kind: 'video',
	codec: 'avc1.64001f',
	timescale: 1000,
	description: Uint8Array.of(1),
	// As `ftyp` begins.
	init: Uint8Array.of(0, 0, 0, 8, 0x66),
};
const AUDIO: Track = { ...VIDEO, kind: 'audio', codec: 'mp4a.40.2' };
const segment = (name: number) => Uint8Array.of(name, 0, 0, 0, 0);

const it = suite('appender');

it.before.each(() => {
	setup();
	calls = [];
	full = 0;
	sources = [];
	Object.assign(window, { MediaSource: FakeSource, ManagedMediaSource: undefined });
	URL.createObjectURL = () => `blob:${sources.length}`;
	URL.revokeObjectURL = () => {};
});

/** An appender, its element, what was lost, and its buffers, ready for segments unless `isOpen` is false. */
async function start(tracks = [VIDEO, AUDIO], isOpen = true) {
	const video = fakeVideo();
	const lost: unknown[] = [];
	Object.assign(video, { buffered: timeRanges(), currentTime: 0 });
	const appender = createAppender(video, tracks, { duration: 60, onLost: (error) => lost.push(error) });
	const source = sources[sources.length - 1]!;
	if (isOpen) {
		await source.open();
		for (const buffer of source.buffers) await buffer.done();
		source.length = Infinity;
		calls = [];
	}
	return { appender, video, lost, source, buffers: source.buffers };
}

it('should append first what describes each track, once the source is open', async () => {
	const { appender, video, source } = await start([VIDEO, AUDIO], false);
	assert.is(video.src, 'blob:1');
	appender.append('video', segment(1));
	await settle();
	assert.equal(calls, []);
	await source.open();
	const types = source.buffers.map(({ type }) => type);
	assert.equal(types, ['video/mp4; codecs="avc1.64001f"', 'audio/mp4; codecs="mp4a.40.2"']);
	assert.equal(calls, ['duration 60', 'video init', 'audio init']);
	await source.buffers[0]!.done();
	assert.equal(calls.slice(3), ['video append 1']);
});

it('should take the managed source where there is no other', async () => {
	assert.is((await start()).video.disableRemotePlayback, undefined);
	Object.assign(window, { MediaSource: undefined, ManagedMediaSource: FakeSource });
	assert.is((await start()).video.disableRemotePlayback, true);
});

it('should know what the engine plays', () => {
	assert.ok(canAppend([VIDEO, AUDIO]));
	assert.not(canAppend([VIDEO, { ...AUDIO, codec: 'mp4v' }]));
	const video = { canPlayType: (type: string) => (/mp4v/.test(type) ? '' : 'maybe') } as HTMLVideoElement;
	assert.equal(
		[[VIDEO], [VIDEO, { ...AUDIO, codec: 'mp4v' }], [{ ...VIDEO, codec: 'mp4v' }]].map((each) =>
			lacksPicture(video, each),
		),
		[false, false, true],
	);
	Object.assign(window, { MediaSource: undefined });
	assert.not(canAppend([VIDEO]));
});

it('should queue by kind, and wait for all kinds where all are concerned', async () => {
	const { appender, buffers } = await start();
	const done: unknown[] = [];
	appender.append('video', segment(1)).then((isRoom) => done.push(isRoom));
	appender.append('video', segment(2));
	appender.append('audio', segment(3));
	appender.change((source) => source.endOfStream());
	await settle();
	assert.equal(calls, ['video append 1', 'audio append 3']);
	await buffers[0]!.done();
	assert.equal(done, [true]);
	await buffers[1]!.done();
	assert.equal(calls.slice(2), ['video append 2']);
	await buffers[0]!.done();
	assert.equal(calls.slice(3), ['end']);
});

it('should remove what there is, and change nothing that is closed or ended', async () => {
	const { appender, buffers, source } = await start([VIDEO]);
	appender.remove(1, 2);
	appender.remove(2, 2);
	await settle();
	await buffers[0]!.done();
	for (const state of ['ended', 'closed']) {
		source.readyState = state;
		appender.change(() => calls.push('change'));
		await settle();
	}
	assert.equal(calls, ['video remove 1 to 2']);
});

it('should change the type of a buffer only where another codec comes', async () => {
	const { appender, buffers } = await start([VIDEO]);
	appender.setTrack({ ...VIDEO, codec: 'avc1.42c01e' });
	await settle();
	await buffers[0]!.done();
	appender.setTrack({ ...VIDEO, codec: 'hvc1.1.6.L93.B0' });
	await settle();
	assert.equal(calls, ['video init', 'change to video/mp4; codecs="hvc1.1.6.L93.B0"', 'video init']);
});

it('should say where there is no room', async () => {
	const { appender, buffers } = await start([VIDEO]);
	full = 1;
	assert.not(await appender.append('video', segment(1)));
	const added = appender.append('video', segment(1));
	await settle();
	await buffers[0]!.done();
	assert.ok(await added);
	assert.equal(calls, ['video append 1']);
});

for (const [what, happen] of Object.entries<(its: Awaited<ReturnType<typeof start>>) => void>({
	'the element fails': ({ video }) => video.fire('error'),
	'media are not decoded': ({ buffers }) => buffers[0]!.onerror!(),
	'the source is closed': ({ source }) => source.onsourceclose!(),
	'a call throws': ({ appender, buffers }) => {
		buffers[0]!.updating = true;
		appender.append('video', segment(1));
	},
}))
	it(`should be lost when ${what}, once`, async () => {
		const its = await start();
		const error = { code: 3 } as MediaError;
		its.video.error = error;
		happen(its);
		await settle();
		its.video.fire('error');
		assert.equal(its.lost, [error]);
		assert.is(its.video.src, '');
	});

it('should be lost where the engine takes no such buffer after all', async () => {
	const { source, lost } = await start([{ ...VIDEO, codec: 'flac' }], false);
	await source.open();
	assert.equal(lost, [null]);
});

it('should do nothing after it was closed, nor touch what plays then', async () => {
	const { appender, video, source, buffers, lost } = await start();
	let settled = 0;
	appender.append('video', segment(1)).finally(() => settled++);
	appender.append('video', segment(2)).finally(() => settled++);
	await settle();
	const { onupdateend, onerror } = buffers[0]!;
	const { onsourceclose } = source;
	const next = createAppender(video, [VIDEO], { duration: 60, onLost: (error) => lost.push(error) });
	appender.close();
	appender.close();
	appender.append('audio', segment(3)).finally(() => settled++);
	for (const late of [onupdateend, onerror, onsourceclose]) late!();
	await settle();
	assert.equal([calls, settled, lost, video.src], [['video append 1'], 0, [], 'blob:2']);
	next.close();
	assert.is(video.src, '');
});

it.run();
