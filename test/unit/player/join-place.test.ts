import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Mp4, Piece } from '../../../src/media/mp4/piece.ts';
import { joinPlace } from '../../../src/player/act/join-place.ts';

const it = suite('where another quality begins');

/** A file of an hour with 1,000 kbit/s. */
const file = (distance: number): Mp4 => ({
	tracks: [],
	duration: 3600,
	size: () => 450e6,
	async piece(from, { seconds }) {
		const start = Math.floor(from / distance) * distance;
		const end = start + Math.max(seconds, 0.04);
		if (start >= 3600) return null;
		return {
			start,
			end,
			ranges: [{ from: 0, to: (end - start) * 125_000 }],
			pictureEnd: Infinity,
			keys: [],
			isLast: false,
			segments: async () => [],
			next: async () => null,
		} as Piece;
	},
});

for (const [what, distance, here, lead, rate, place] of [
	['the next key frame where it can be loaded by then', 2, 11.5, 0, 3000, 12],
	['the next one on a link that is slower', 2, 11.5, 0, 1200, 12],
	['the one after where the next comes too soon', 2, 11.9, 0, 1200, 14],
	['the next one for as long as it is waited for', 2, 11, 0, 1e6, 12],
	['within what plays where the link brings that sooner', 2, 10.5, 0, 10_000, 10],
	['within what plays, of unknown rate', 2, 10.5, 0, 0, 10],
	['within what plays where key frames are rare', 10, 13, 0, 3000, 10],
	['within what plays where that is sooner by a little', 10, 13, 0, 2200, 10],
	['the next one where that is sooner by a little', 10, 15.5, 0, 2200, 20],
	['a key frame far ahead where the link is too slow for what plays', 8, 13, 0, 900, 16],
	['within what plays where none is near', 60, 13, 0, 900, 0],
	['a better one some seconds ahead', 2, 10.5, 4, 3000, 14],
	['a better one at a key frame ahead', 8, 17, 4, 3000, 24],
	['its end', 2, 3599.9, 0, 3000, 3600],
] as [string, number, number, number, number, number][])
	it(`should be ${what}`, async () => {
		const found = await joinPlace(file(distance), here, lead, rate, 200);
		assert.ok(Math.abs(found - place) < 0.5 && found >= place, `${found}`);
	});

it.run();
