import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createShaper, seededRandom } from '../../bench/link/shaper.ts';
import type { Link } from '../../bench/links.ts';

const it = suite('link shaper');

const never = () => 1;
const link = (over: Partial<Link> = {}): Link => ({ name: 'x', title: 'x', roundTrip: 400, rate: 400, ...over });

it('should deliver a packet after its time on the link and half a round trip', () => {
	// 1000 bytes at 400 kbit/s take 20 ms.
	assert.equal(createShaper(link(), never).enqueue(1000, 50), { deliverAt: 50 + 20 + 200 });
});

it('should send packets one after another, and not hold back one that finds the link idle', () => {
	const shaper = createShaper(link(), never);
	assert.equal(shaper.enqueue(1000, 0), { deliverAt: 220 });
	assert.equal(shaper.enqueue(1000, 5), { deliverAt: 240 });
	assert.is(shaper.backlog(5), 35);
	assert.is(shaper.backlog(100), 0);
	assert.equal(shaper.enqueue(1000, 100), { deliverAt: 320 });
});

it('should carry as many bits a second as its rate says', () => {
	const shaper = createShaper(link({ rate: 1600 }), never);
	let last = 0;
	for (let sent = 0; sent < 100; sent++) {
		const verdict = shaper.enqueue(1500, sent * 5);
		if ('deliverAt' in verdict) last = verdict.deliverAt - 200;
	}
	assert.is(Math.round((100 * 1500 * 8) / last), 1600);
});

it('should drop what its queue does not hold, and take the next packet once there is room', () => {
	const shaper = createShaper(link(), never);
	// 400 kbit/s for one second: 50,000 bytes.
	for (let sent = 0; sent < 50; sent++) assert.ok('deliverAt' in shaper.enqueue(1000, 0), `packet ${sent}`);
	assert.equal(shaper.enqueue(1000, 0), { dropped: 'queue' });
	assert.ok('deliverAt' in shaper.enqueue(1000, 20));
});

it('should carry what each second allows, nothing in an outage, and begin anew after the last second', () => {
	const shaper = createShaper(link({ rates: [8, 0, 80], roundTrip: 0 }), never, 5_000);
	const arrivals = [0, 0, 0, 3_000].map((wait) => {
		const verdict = shaper.enqueue(1000, 5_000 + wait);
		return 'deliverAt' in verdict && Math.round(verdict.deliverAt);
	});
	// The first takes the whole first second; the last finds the first rate again.
	assert.equal(arrivals, [6_000, 7_100, 7_200, 9_000]);
});

it('should drop by the bytes that wait, also in an outage', () => {
	const shaper = createShaper(link({ rates: [400, 0, 0] }), never);
	for (let sent = 0; sent < 50; sent++) assert.ok('deliverAt' in shaper.enqueue(1000, 1_500), `packet ${sent}`);
	assert.equal(shaper.enqueue(1000, 2_900), { dropped: 'queue' });
	assert.ok('deliverAt' in shaper.enqueue(1000, 3_020));
});

it('should hold ten full packets on the slowest link', () => {
	const shaper = createShaper(link({ rate: 10 }), never);
	for (let sent = 0; sent < 10; sent++) assert.ok('deliverAt' in shaper.enqueue(1500, 0));
	assert.equal(shaper.enqueue(1500, 0), { dropped: 'queue' });
});

it('should lose packets at the rate of the link, the same ones for the same seed', () => {
	const lost = (seed: number, loss = 0.03) => {
		const shaper = createShaper(link({ loss, rate: 1e9 }), seededRandom(seed));
		return Array.from({ length: 10_000 }, (_, at) => at).filter((at) => 'dropped' in shaper.enqueue(100, at));
	};
	assert.equal(lost(1), lost(1));
	assert.not.equal(lost(1), lost(2));
	assert.ok(lost(1).length > 250 && lost(1).length < 350, `${lost(1).length} of 10,000`);
	assert.equal(lost(1, 0), []);
});

it('should lose packets in bursts of the mean length of the link, at its rate', () => {
	const shaper = createShaper(link({ loss: 0.02, burst: 5, rate: 1e9 }), seededRandom(1));
	const lost = Array.from({ length: 100_000 }, (_, at) => 'dropped' in shaper.enqueue(100, at));
	const count = lost.filter(Boolean).length;
	const bursts = lost.filter((one, at) => one && !lost[at - 1]).length;
	assert.ok(count > 1700 && count < 2300, `${count} of 100,000`);
	assert.ok(count / bursts > 4.5 && count / bursts < 5.5, `${count / bursts} in a row`);
});

it('should let a lost packet use the link', () => {
	const shaper = createShaper(link({ loss: 1 }), () => 0);
	assert.equal(shaper.enqueue(1000, 0), { dropped: 'loss' });
	assert.is(shaper.backlog(0), 20);
});

it.run();
