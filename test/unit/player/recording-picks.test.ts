/** What a viewer picks of a recording: when it is shown, and what plays meanwhile. */
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { files, replaceFile } from '../../support/fake-recording.ts';
import { after, NAMES, open, RATES } from '../../support/open-recording.ts';
import { withFakeTimers } from '../../support/player.ts';

const it = suite('player: picks of a recording');
withFakeTimers(it);

it('should follow a pick where the viewer goes back to what is loaded of another', async () => {
	const { video, link, pass, stop } = await after([
		{ act: { type: 'seek', to: 90 }, seconds: 20 },
		{ act: { type: 'pick', quality: 1 }, seconds: 8 },
	]);
	const { length } = link.requests;
	video.currentTime -= 12;
	await pass(1);
	stop();
	assert.ok(length > 0 && link.requests.slice(length).some(({ address }) => address.includes('/sd.')));
});

it('should go on after what is loaded with a pick where the script that joins it does not come', async () => {
	const { player, video, link, apply, pass, stop } = open('fails');
	await pass(8);
	const { length } = link.requests;
	const at = video.currentTime;
	apply({ type: 'pick', quality: 1 });
	apply({ type: 'hide', hidden: true });
	await pass(40);
	stop();
	assert.equal([player.state.quality, player.state.recording!.way, player.state.rested], [1, 'pieces', '']);
	assert.ok(
		link.requests.slice(length).every(({ address }) => address.includes('/sd.')) && link.requests.length > length,
	);
	assert.is(video.currentTime, at + 40);
});

it('should go over to sound alone at once where that script hangs, and on with a video after 2 s', async () => {
	const { video, link, apply, pass, stop } = open('hangs');
	await pass(8);
	apply({ type: 'pick', quality: NAMES.indexOf('sd') });
	await pass(1.5);
	const { length } = link.requests;
	await pass(2);
	assert.ok(link.requests.slice(length).some(({ address }) => address.includes('/sd.')));
	const { src } = video;
	apply({ type: 'pick', quality: NAMES.indexOf('sound') });
	await pass(3);
	stop();
	assert.is.not(video.src, src);
});

it('should not take a video for sound alone while it is on its way', async () => {
	const { player, video, stop } = await after([
		{ act: { type: 'link', kbps: 300 }, seconds: 0 },
		{ act: { type: 'pick', quality: 3 }, seconds: 30 },
		{ act: { type: 'pick', quality: 2 }, seconds: 15 },
	]);
	stop();
	assert.equal([player.state.qualities[2]!.audioOnly, video.videoWidth], [false, 1280]);
});

it('should request nothing twice of a video that follows sound alone, where it is appended after the seek to its place', async () => {
	const { player, video, pass, stop, link } = await after([{ act: { type: 'pick', quality: 3 }, seconds: 20 }]);
	const { addSourceBuffer } = MediaSource.prototype;
	mock.method(MediaSource.prototype, 'addSourceBuffer', function (this: MediaSource, type: string) {
		const buffer = addSourceBuffer.call(this, type);
		const { appendBuffer } = buffer;
		buffer.appendBuffer = (bytes) => void setTimeout(() => appendBuffer.call(buffer, bytes), 100);
		return buffer;
	});
	const ranges: string[] = [];
	const { fetch } = globalThis;
	globalThis.fetch = (url, init) => {
		ranges.push((init!.headers as { range: string }).range);
		return fetch(url, init);
	};
	link.kbps = 800;
	player.dispatch({ type: 'pick', quality: 2 });
	await pass(10);
	stop();
	assert.equal([video.videoWidth, ranges.length > 5, ranges], [1280, true, [...new Set(ranges)]]);
});

for (const [what, size, kbps, at, seeks, distance = 50, frames = 1] of [
	['anew where the engine has decoded what comes before it', 4000, 20_000, 8, [9]],
	['anew again where its first piece ends with a key frame', 4000, 20_000, 8.25, [9, 10], 5],
	['anew once where its picture goes on beyond its first piece', 4000, 20_000, 8, [9], 50, 5],
	['as it comes where the engine is far from it', 60_000, 20_000, 4, []],
	['once it is there where it is behind, and play on meanwhile', 4000, 150, 4, []],
] as [string, number, number, number, number[], number?, number?][])
	it(`should decode a pick's key frame ${what}`, async () => {
		for (const name of NAMES.slice(0, 3))
			replaceFile(RATES[name]!, { chunks: Array<number>(300 / frames).fill(frames) }, distance, size);
		const { player, video, link, pass, stop } = await after([{ act: { type: 'seek', to: 3 }, seconds: 20 }]);
		link.kbps = kbps;
		video.currentTime = at;
		await pass(1);
		const places: number[] = [];
		video.addEventListener('seeking', () => places.push(video.currentTime));
		player.dispatch({ type: 'pick', quality: 1 });
		await pass(4);
		stop();
		files.clear();
		assert.is(player.state.recording!.way, 'pieces');
		assert.equal(places.map(Math.floor), seeks, `${places}`);
		assert.is(video.currentTime, at + 5);
	});

it.run();
