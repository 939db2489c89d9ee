import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { count } from '../../bench/crowd/count.ts';
import { simulate } from '../../bench/crowd/simulate.ts';
import type { SeenRequest, Situation } from '../../bench/crowd/servers.ts';
import type { State, Window } from '../../bench/crowd/states.ts';

const it = suite('crowd');

const PAGES = 20;
/** Enough that chance does not bring a seventh of them together. */
const CROWD = 60;
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
	const requests = await simulate(outage, { pages: CROWD, seed: 1, arrival: ARRIVAL });
	const { rate, together, signalling } = count(requests, CROWD, back);
	assert.ok(rate > 1.5 && rate < 10, `${rate} requests a minute`);
	for (const share of [together, signalling])
		assert.ok(share <= 0.15, `${share * 100} % of the viewers within a second`);
});

it('should notice a crowd that returns in step', async () => {
	const requests = await simulate(outage, { pages: PAGES, seed: 2, arrival: ARRIVAL, random: () => 0.5 });
	assert.ok(count(requests, PAGES, back).signalling >= 0.5);
});

/** Viewers of whom each has asked within nine seconds. */
const AUDIENCE = 60_000;
const over: Window = { title: 'the live is over', from: 10, to: 20, change: true };
/** The live and its stream end at the same moment. */
const end: State = { name: 'end', changes: [[over.from, { status: 2, stream: 'ended' }]], windows: [over] };

it('should notice the end of a live one by one and within ten seconds, and not request its stream again', async () => {
	const requests = await simulate(end, { pages: PAGES, seed: 4, arrival: ARRIVAL, audience: AUDIENCE });
	const { together, signalling } = count(requests, PAGES, over);
	assert.ok(together > 0 && together <= 0.3, `${together * 100} % of the viewers within a second`);
	assert.ok(signalling <= 0.1, `${signalling * 100} % request the stream`);
	const noticed = requests.filter(({ at, to }) => at >= over.from * 1000 && to === 'api');
	assert.is(new Set(noticed.map(({ viewer }) => viewer)).size, PAGES);
});

for (const [audience, median] of [
	[500, 1.5],
	[1_000_000, 12],
] as const)
	it(`should have a stream back that was closed for a moment, for ${audience} viewers after ${median} s`, async () => {
		const window: Window = { title: 'the stream is back', from: 10, to: 40, change: true };
		const moved: State = {
			name: 'moved',
			changes: [
				[10, { stream: 'ended' }],
				[10.1, { stream: 'on' }],
			],
			windows: [window],
		};
		const requests = await simulate(moved, { pages: PAGES, seed: audience, arrival: ARRIVAL, audience });
		const { back } = count(requests, PAGES, window);
		assert.ok(Math.abs(back - median) < median / 2, `${back} s`);
	});

it('should notice a crowd that calls in step, and one that requests its stream', async () => {
	const options = { pages: PAGES, seed: 5, arrival: ARRIVAL, audience: AUDIENCE, random: () => 0.5 };
	assert.is(count(await simulate(end, options), PAGES, over).together, 1);
	const restart: State = { ...end, changes: [[over.from, { stream: 'ended' }]] };
	assert.is(count(await simulate(restart, options), PAGES, over).signalling, 1);
});

it('should send less than ten requests a minute and viewer however busy the chat is', async () => {
	for (const messageRate of [2, 10]) {
		const open: Window = { title: '', from: 20, to: 140 };
		const chat: State = { name: 'chat', tab: 'chat', changes: [[0, { messageRate }]], windows: [open] };
		const { rate } = count(await simulate(chat, { pages: 5, seed: messageRate, arrival: ARRIVAL }), 5, open);
		assert.ok(rate > 6 && rate <= 10, `${rate} requests a minute with ${messageRate} messages a second`);
	}
});

/** Most requests that a viewer has sent for the same thing in any minute. */
function worstMinute(requests: SeenRequest[]): number {
	const times = new Map<string, number[]>();
	let worst = 0;
	for (const { at, viewer, path } of requests) {
		const name = `${viewer} ${path}`;
		const minute = (times.get(name) || []).filter((time) => time > at - 60_000).concat(at);
		times.set(name, minute);
		worst = Math.max(worst, minute.length);
	}
	return worst;
}

const MONTH = 30 * 86_400_000;
const date = (ahead: number) => new Date(1_700_000_000_000 + ahead).toUTCString();
let refusals = 0;
for (const [what, refusal] of [
	['nothing', {}],
	['no time', { 'retry-after': '0' }],
	['a second', { 'retry-after': '1' }],
	['a month', { 'retry-after': '2592000' }],
	['more than a number holds', { 'retry-after': '1e999' }],
	['a date in a month', { 'retry-after': date(MONTH) }],
	['two seconds, to a clock that is a month behind', { 'retry-after': date(MONTH + 2000), date: date(MONTH) }],
	['two seconds, to a clock that is a month ahead', { 'retry-after': date(2000 - MONTH), date: date(-MONTH) }],
] as [string, Record<string, string>][])
	it(`should request each thing at most ten times in any minute, and again within seven, where a refusal demands ${what}`, async () => {
		const from = 20;
		for (const [start, change, tab = 'chat'] of [
			[0, { api: 'busy' }],
			[0, { chat: 'busy' }],
			[0, { chat: 'busy' }, 'news'],
			// The rules of the boot script go on alone.
			[0, { stream: 'silent', scripts: 'gone' }],
			[from, { stream: 'ended' }],
		] as [start: number, change: Partial<Situation>, tab?: State['tab']][]) {
			const end = start + 400;
			const state: State = {
				name: '',
				tab,
				changes: [[start, { ...change, refusal }]],
				windows: [{ title: '', from: start, to: end }],
			};
			// One page, whose delays are as short as they can be.
			const requests = await simulate(state, { pages: 1, seed: 100 + refusals++, audience: 1000, random: () => 0 });
			assert.ok(worstMinute(requests) <= 10, `${JSON.stringify(change)}: ${worstMinute(requests)} requests`);
			assert.ok(
				requests.some(({ at }) => at >= (start + 60) * 1000),
				JSON.stringify(change),
			);
		}
	});

it('should have a stream back within three seconds after a short outage', async () => {
	const window: Window = { title: '', from: 10, to: 18 };
	const changes: State['changes'] = [
		[5, { stream: 'ended' }],
		[window.from, { stream: 'on' }],
	];
	const outage: State = { name: '', changes, windows: [window] };
	const requests = await simulate(outage, { pages: PAGES, seed: 50, arrival: 1, audience: 1 });
	const granted = requests.filter(({ at, to, granted }) => at > 5000 && to === 'media' && granted);
	assert.is(new Set(granted.map(({ viewer }) => viewer)).size, PAGES);
	const latest = Math.max(...granted.map(({ at }) => at)) / 1000 - window.from;
	assert.ok(latest <= 3, `${latest} s`);
});

it('should count rate, busiest second and unevenness within a window', () => {
	const requests = (
		[
			[1, 'a'],
			[10, 'a'],
			[10.5, 'a', 'files'],
			[10.9, 'a'],
			[11, 'a', 'media', false],
			[12, 'a', 'media'],
			[12.5, 'b', 'media'],
			[13, 'b'],
			[14, 'b'],
			// Of another round.
			[10.1, 'c', 'media', false],
			[11.5, 'c', 'media'],
		] as [number, string, SeenRequest['to']?, boolean?][]
	).map(([seconds, viewer, to = 'api', granted = true]) => ({ at: seconds * 1000, viewer, path: '', to, granted }));
	assert.equal(count(requests, 3, { title: '', from: 10, to: 14 }), {
		rate: 45,
		peak: 4 / 3,
		unevenness: 4 / 2.25,
		together: 1 / 3,
		signalling: 1 / 3,
		back: 2,
	});
	assert.is(count(requests, 4, { title: '', from: 10, to: 12.2 }).back, Infinity);
});

it.run();
