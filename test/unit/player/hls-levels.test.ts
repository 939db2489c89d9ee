import * as assert from 'uvu/assert';
import { qualitiesOfLevels } from '../../../src/player/act/hls-levels.ts';
import { hlsSuite, level, begin, play, URL } from '../../support/fake-hls.ts';

const it = hlsSuite('hls levels');

it('should name levels by name, height or rate, best first, each differently', () => {
	const levels = [
		level(360, 400_000),
		level(720, 1_130_400),
		level(720, 900_000),
		level(0, 64_000),
		level(0, 1, '省流'),
		level(240, 0, '自动'),
	];
	const names = qualitiesOfLevels(levels).map(({ name, kbps }) => [name, kbps]);
	assert.equal(names, [
		['720P', 1130],
		['720P 900k', 900],
		['360P', 400],
		['64k', 64],
		['省流', 0],
		['240P', 0],
	]);
});

it('should offer its levels, follow the shown one, and play a picked one until it is let go', () => {
	const { attach, last, levels, remembered } = begin({}, { picked: '360P' });
	const all = [level(720, 1_130_000), level(360, 400_000)];
	last().levels = all;
	last().emit('parsed', { levels: all });
	const state = () => [
		levels()!.qualities.map(({ name }) => name),
		levels()!.quality,
		levels()!.picked,
		last().nextLevel,
	];
	assert.equal(state(), [['720P', '360P'], 0, '360P', 1]);
	last().emit('switched', { level: 1 });
	levels()!.choose(-1);
	assert.equal(state(), [['720P', '360P'], 1, '', -1]);
	levels()!.choose(0);
	assert.equal(state().slice(2), ['720P', 0]);
	assert.equal(remembered, ['360P', '', '720P']);
	attach('https://cdn.example.com/a.mp4');
	assert.is(levels(), null);
});

for (const [what, picked, best, loaded, next] of [
	['by itself, with what is loaded ahead', '', 0, -1, -2],
	['by itself, loading anew what the link carries better', '', 1, 0, -1],
	['as picked', '720P', 0, 0, 1],
] as const)
	it(`should load the lowest level while it rests, also of another instance, and go on ${what}`, () => {
		const { attach, last, rest } = play({ picked });
		const begin = () => {
			attach(URL);
			last().levels = [level(360, 400_000), level(720, 1_130_000)];
			last().emit('parsed', { levels: last().levels });
		};
		begin();
		rest('720P');
		assert.is(last().loadLevel, 0);
		begin();
		Object.assign(last(), { nextLevel: -2, nextAutoLevel: best });
		assert.equal([last().loadLevel, last().nextLevel], [0, -2]);
		rest('');
		assert.equal([last().loadLevel, last().nextLevel], [loaded, next]);
		Object.assign(last(), { nextLevel: 0 });
		rest('');
		assert.is(last().nextLevel, 0, 'once');
	});

it('should offer nothing where there is one level', () => {
	const { last, levels } = begin();
	last().emit('parsed', { levels: [level(720, 1_130_000)] });
	last().emit('switched', { level: 0 });
	assert.is(levels(), null);
});

it.run();
