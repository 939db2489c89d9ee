import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createShaper, seededRandom } from '../../bench/link/shaper.ts';
import type { Link } from '../../bench/links.ts';

const it = suite('link shaper');

const never = () => 1;
const link = (over: Partial<Link> = {}): Link => ({ name: 'x', title: 'x', roundTrip: 400, rate: 400, ...over });

/** When each packet of 1000 bytes is delivered that is sent at these times; false for one that is dropped. */
const deliveries = (over: Partial<Link>, times: number[], begin = 0) => {
	const shaper = createShaper(link(over), never, begin);
	return times.map((time) => {
		const verdict = shaper.enqueue(1000, begin + time);
		return 'deliverAt' in verdict && Math.round(verdict.deliverAt) - begin;
	});
};

/** 400 kbit/s carry 1000 bytes in 20 ms, and 50 such packets wait at most; 10 kbit/s hold ten full ones. */
for (const [what, over, times, expected, begin] of [
	['after its time on the link and half a round trip, one after another', {}, [0, 5, 100], [220, 240, 320]],
	[
		'as its queue has room',
		{},
		[...Array(50).fill(0), 0, 20],
		[...Array(50).keys()].map((n) => 220 + n * 20).concat(0, 1220),
	],
	[
		'as each second allows, nothing in an outage, and from the first on',
		{ rates: [8, 0, 80], roundTrip: 0 },
		[0, 0, 0, 3_000],
		[1_000, 2_100, 2_200, 4_000],
		5_000,
	],
] as [string, Partial<Link>, number[], number[], number?][])
	it(`should deliver a packet ${what}`, () =>
		assert.equal(
			deliveries(over, times, begin),
			expected.map((at) => at || false),
		));

it('should drop by the bytes that wait, also in an outage, and hold ten full packets on the slowest link', () => {
	const outage = createShaper(link({ rates: [400, 0, 0] }), never);
	for (let sent = 0; sent < 50; sent++) assert.ok('deliverAt' in outage.enqueue(1000, 1_500), `packet ${sent}`);
	assert.equal(outage.enqueue(1000, 2_900), { dropped: 'queue' });
	assert.ok('deliverAt' in outage.enqueue(1000, 3_020));
	const slow = createShaper(link({ rate: 10 }), never);
	for (let sent = 0; sent < 10; sent++) assert.ok('deliverAt' in slow.enqueue(1500, 0));
	assert.equal(slow.enqueue(1500, 0), { dropped: 'queue' });
});

it('should lose packets in bursts of the mean length of the link, at its rate, the same ones for the same seed', () => {
	const lost = (seed: number, more: Partial<Link>) => {
		const shaper = createShaper(link({ rate: 1e9, ...more }), seededRandom(seed));
		return Array.from({ length: 100_000 }, (_, at) => at).filter((at) => 'dropped' in shaper.enqueue(100, at));
	};
	assert.equal(lost(1, { loss: 0.03 }), lost(1, { loss: 0.03 }));
	assert.not.equal(lost(1, { loss: 0.03 }), lost(2, { loss: 0.03 }));
	assert.equal(lost(1, { loss: 0 }), []);
	for (const burst of [1, 5]) {
		const all = lost(1, { loss: 0.02, burst });
		const bursts = all.filter((at, index) => all[index - 1] !== at - 1).length;
		assert.ok(Math.abs(all.length - 2000) < 300, `${all.length} of 100,000`);
		assert.ok(Math.abs(all.length / bursts / burst - 1) < 0.1, `${all.length / bursts} in a row`);
	}
});

it('should let a lost packet use the link', () => {
	const shaper = createShaper(link({ loss: 1 }), () => 0);
	assert.equal(shaper.enqueue(1000, 0), { dropped: 'loss' });
	assert.is(shaper.backlog(0), 20);
});

it.run();
