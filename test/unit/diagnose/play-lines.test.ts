import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playLines } from '../../../src/diagnose/play-lines.ts';
import { setGlobals } from '../../support/fake-browser.ts';

const it = suite('diagnosed playing');
it.after.each(() => mock.reset());

/** Answers with bytes of media after some milliseconds, lists at once. */
function answerAfter(ms: number, lists: Record<string, string> = {}): string[] {
	let now = 0;
	mock.timers.enable({ apis: ['setTimeout'] });
	const requested: string[] = [];
	mock.method(performance, 'now', () => now);
	setGlobals({ location: { href: 'https://live.example.com/diagnose.html' }, window: { MediaSource: class {} } });
	mock.method(globalThis, 'fetch', async (url: string) => {
		requested.push(url);
		if (lists[url]) return { ok: true, text: async () => lists[url] };
		await null;
		now += ms;
		mock.timers.tick(ms);
		return {
			ok: true,
			body: { getReader: () => ({ read: async () => ({ value: new Uint8Array(5000) }), cancel() {} }) },
		};
	});
	return requested;
}
const linesOf = (isLive: boolean, ...listed: string[]) =>
	playLines({} as HTMLVideoElement, { isLive, listed }, '', false);

for (const [ms, level] of [
	[3999, 0],
	[4000, 1],
	[9999, 1],
	[10_000, 2],
] as const)
	it(`should judge ${ms} ms to a picture`, async () => {
		answerAfter(ms);
		assert.equal(await linesOf(true, 'https://h/a.flv'), [['ff', level, level < 2 ? ms : undefined]]);
	});

for (const [url, id] of [
	['https://h/a.flv', 'ff'],
	['https://h/a.m3u8', 'fh'],
] as const)
	it(`should say that none comes, or with which status ${url} is refused`, async () => {
		answerAfter(0);
		mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError()));
		assert.equal(await linesOf(true, url), [[id, 2, undefined]]);
		mock.method(globalThis, 'fetch', async () => ({ ok: false, status: 404, text: async () => 'no such stream' }));
		assert.equal(await linesOf(true, url), [
			['st', 2, 404],
			[id, 2, undefined],
		]);
	});

it('should not blame the network where the media server refuses a stream, or is not reached', async () => {
	const video = { error: {} } as HTMLVideoElement;
	class RTCPeerConnection {}
	for (const [error, line] of [
		[{ status: 404 }, ['st', 2, 404]],
		[{}, ['sg', 2, undefined]],
	] as const) {
		const client = { startLiveStream: () => Promise.reject(error), stopLiveStream() {} };
		const head = { appendChild: ({ onload }: { onload(): void }) => onload() };
		setGlobals({
			window: { AliRTS: { createClient: () => client } },
			document: { createElement: () => ({}), head },
			RTCPeerConnection,
		});
		const lines = await playLines(video, { isLive: true, listed: ['artc://h/live/a'] }, '', true);
		assert.equal(lines, [line, ['fw', 2, undefined]]);
	}
});

it('should take for HLS what the player does, and follow its lists to a segment', async () => {
	const lists = { 'https://h/a.m3u8': '#EXTM3U\nb.m3u8?k=1', 'https://h/b.m3u8?k=1': '#EXTM3U\nc.mp4?name=x.m3u8' };
	const requested = answerAfter(100, lists);
	assert.equal(await linesOf(true, 'https://h/a.mp4?name=x.m3u8', 'https://h/a.m3u8'), [
		['ff', 0, 100],
		['fh', 0, 100],
	]);
	assert.equal(requested, [
		'https://h/a.mp4?name=x.m3u8',
		'https://h/a.m3u8',
		'https://h/b.m3u8?k=1',
		'https://h/c.mp4?name=x.m3u8',
	]);
});

it.run();
