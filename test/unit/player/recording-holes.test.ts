/** Recordings of which engines leave something out: where they begin, and where they go on. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { files, replaceFile } from '../../support/fake-recording.ts';
import { open, RATES } from '../../support/open-recording.ts';
import { withFakeTimers } from '../../support/player.ts';

const it = suite('player: holes in a recording');
withFakeTimers(it);

for (const [what, isShort, place] of [
	['the sound where it begins before the first picture', false, 0],
	['that picture in an engine that does not show it for so long', true, 2.5],
] as const)
	it(`should begin with ${what}`, async () => {
		replaceFile(RATES.hd!, { edits: [...[[2500, -1]], [60_000, 0]] as [number, number][] }, 10);
		const { video, link, pass, stop } = open();
		link.isShort = isShort;
		await pass(2);
		stop();
		files.clear();
		assert.is(video.buffered.start(0), 0);
		assert.ok(video.currentTime > place && video.currentTime < place + 2, `${video.currentTime}`);
	});

for (const [what, durations] of [
	['a hole that an engine leaves in what is loaded', [10_000]],
	['several, between which little is loaded', [5000, 100, 4900]],
] as const)
	it(`should go on behind ${what}`, async () => {
		const samples = Array.from({ length: 250 }, (_, index) => ({
			...{ size: 4000, isKey: index % 10 === 0 },
			duration: durations[index - 50] ?? 200,
		}));
		replaceFile(RATES.hd!, { samples }, 10);
		const { video, link, pass, stop } = open();
		link.isShort = true;
		link.kbps = 20_000;
		while (video.buffered.length < 2) await pass(0.25);
		// Engines also wait for a decoder.
		video.fire('waiting');
		await pass(1);
		assert.ok(video.currentTime < 10, `${video.currentTime}`);
		await pass(14);
		stop();
		files.clear();
		assert.ok(video.currentTime > 25 && video.currentTime < 35, `${video.currentTime}`);
	});

it('should begin with what an engine has, which leaves out the first frames', async () => {
	const { link, video, pass, stop } = open();
	link.late = 0.2;
	await pass(10);
	stop();
	assert.ok(video.currentTime > 6, `${video.currentTime}`);
});

it.run();
