import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createShaper, type Link } from '../../bench/link/shaper.ts';

const it = suite('link shaper');

const make = (over: Partial<Link> = {}, start = 0) =>
	createShaper({ name: '', title: '', roundTrip: 400, rate: 400, ...over }, start);

it('should send packets one after another, delay each by half a round trip, and hold back none on an idle link', () => {
	const shaper = make();
	// 1000 bytes at 400 kbit/s take 20 ms.
	const delivered = [0, 5, 100].map((now) => shaper(1000, now));
	assert.equal(delivered, [220, 240, 320]);
});

it('should carry what each second allows, nothing in an outage, and begin anew after the last second', () => {
	const shaper = make({ rates: [8, 0, 80], roundTrip: 0 }, 5_000);
	const arrivals = [0, 0, 0, 3_000].map((wait) => Math.round(shaper(1000, 5_000 + wait)!));
	// The first takes the whole first second; the last finds the first rate again.
	assert.equal(arrivals, [6_000, 7_100, 7_200, 9_000]);
});

for (const [what, over, bytes, count, at, room] of [
	['a second of its rate', {}, 1000, 50, 0, 20],
	['a second of its mean rate, also in an outage', { rates: [400, 0, 0] }, 1000, 50, 1_500, 3_020],
	['ten full packets at least', { rate: 10 }, 1500, 10, 0, 1_200],
] as const)
	it(`should hold ${what}, drop what comes then, and take the next packet once there is room`, () => {
		const shaper = make(over as Partial<Link>);
		for (let sent = 0; sent < count; sent++) assert.ok(shaper(bytes, at) !== null, `packet ${sent}`);
		assert.is(shaper(bytes, room - 1), null);
		assert.ok(shaper(bytes, room) !== null);
	});

it.run();
