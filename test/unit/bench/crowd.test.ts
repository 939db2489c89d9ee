import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { count } from '../../bench/crowd/count.ts';
import { simulate } from '../../bench/crowd/simulate.ts';
import type { State, Window } from '../../bench/crowd/states.ts';

const it = suite('crowd');

const PAGES = 20;
const ARRIVAL = 5;
const back: Window = { title: 'the stream is back', from: 80, to: 110, change: true };
/** An outage of 70 seconds, which all pages notice at the same moment. */
const outage: State = {
	name: 'outage',
	changes: [
		[10, { stream: 'silent' }],
		[back.from, { stream: 'on' }],
	],
	windows: [back],
};

it('should return one by one after an outage', async () => {
	const requests = await simulate(outage, { pages: PAGES, seed: 1, arrival: ARRIVAL });
	const { rate, together } = count(requests, PAGES, back);
	assert.ok(rate > 1.5 && rate < 10, `${rate} requests a minute`);
	assert.ok(together <= 0.2, `${together * 100} % of the viewers within a second`);
});

it('should notice a crowd that returns in step', async () => {
	const requests = await simulate(outage, { pages: PAGES, seed: 2, arrival: ARRIVAL, random: () => 0.5 });
	assert.ok(count(requests, PAGES, back).together >= 0.5);
});

it('should send less than ten requests a minute and viewer however busy the chat is', async () => {
	for (const messageRate of [2, 10]) {
		const open: Window = { title: '', from: 20, to: 140 };
		const chat: State = { name: 'chat', tab: 1, changes: [[0, { messageRate }]], windows: [open] };
		const { rate } = count(await simulate(chat, { pages: 5, seed: messageRate, arrival: ARRIVAL }), 5, open);
		assert.ok(rate > 6 && rate <= 10, `${rate} requests a minute with ${messageRate} messages a second`);
	}
});

it('should send the same requests for the same seed', async () => {
	const calm: State = { name: 'calm', changes: [], windows: [{ title: '', from: 0, to: 20 }] };
	const trial = () => simulate(calm, { pages: 5, seed: 3, arrival: ARRIVAL });
	assert.equal(await trial(), await trial());
});

it('should count rate, busiest second and unevenness within a window', () => {
	const at = (seconds: number, viewer: string) => ({ at: seconds * 1000, viewer });
	const requests = [at(1, 'a'), at(10, 'a'), at(10.5, 'a'), at(10.9, 'a'), at(13, 'b'), at(14, 'b')];
	assert.equal(count(requests, 2, { title: '', from: 10, to: 14 }), {
		rate: 30,
		peak: 1.5,
		unevenness: 3,
		together: 0.5,
	});
});

it.run();
