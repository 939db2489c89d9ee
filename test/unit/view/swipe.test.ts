import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { swipeDirection } from '../../../src/view/swipe.ts';

const it = suite('swipe');

const movements: [dx: number, dy: number, direction: number, what: string][] = [
	[-60, 0, 1, 'to the left'],
	[60, 0, -1, 'to the right'],
	[-200, 100, 1, 'to the left and down'],
	[200, -100, -1, 'to the right and up'],
	[-59, 0, 0, 'too short'],
	[59, 0, 0, 'too short'],
	[-100, 51, 0, 'too steep'],
	[100, -51, 0, 'too steep'],
	[0, 300, 0, 'a scroll'],
	[0, 0, 0, 'a tap'],
];
for (const [dx, dy, direction, what] of movements) {
	it(`should take ${dx}, ${dy} for ${direction}: ${what}`, () => assert.is(swipeDirection(dx, dy), direction));
}

it.run();
