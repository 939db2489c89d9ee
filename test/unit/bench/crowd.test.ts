import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { count } from '../../bench/crowd/count.ts';
import { simulate, type Trial } from '../../bench/crowd/simulate.ts';
import type { SeenRequest, Situation } from '../../bench/crowd/servers.ts';
import type { State, Window } from '../../bench/crowd/states.ts';

const it = suite('crowd');

const PAGES = 20;
/** Each change of the code draws anew: of 80 draws 3 brought 15 % of them into one second, and 8 % was the mean. */
const CROWD = 60;
/** Viewers of whom each has asked within nine seconds. */
const AUDIENCE = 60_000;

/** Opens pages within five seconds. Figures are those of a time of `from` to `to` seconds. */
async function open([from, to]: [number, number], state: Partial<State>, trial: Partial<Trial> & { seed: number }) {
	const windows: Window[] = [{ title: '', from, to, change: true }];
	const pages = trial.pages ?? PAGES;
	const requests = await simulate({ name: '', changes: {}, windows, ...state }, { pages, arrival: 5, ...trial });
	return { requests, ...count(requests, pages, windows[0]!) };
}

/** An outage of 70 seconds, which all pages notice at the same moment. */
const outage = { changes: { 10: { stream: 'silent' }, 80: { stream: 'on' } } } as const;
/** The live and its stream end at the same moment. */
const end = { changes: { 10: { status: 2, stream: 'ended' } } } as const;
const inStep = () => 0.5;

it('should return one by one after an outage', async () => {
	const shares: number[] = [];
	for (const seed of [1, 2, 3]) {
		const { rate, together, signalling } = await open([80, 110], outage, { pages: CROWD, seed: seed * 1000 });
		assert.ok(rate > 1.5 && rate < 10, `${rate} requests a minute`);
		shares.push(together, signalling);
	}
	const mean = shares.reduce((sum, share) => sum + share) / shares.length;
	assert.ok(mean <= 0.12, `${mean * 100} % of the viewers within a second`);
});

it('should notice the end of a live one by one and within ten seconds, and not request its stream again', async () => {
	const { requests, together, signalling } = await open([10, 20], end, { seed: 4, audience: AUDIENCE });
	assert.ok(together > 0 && together <= 0.3, `${together * 100} % of the viewers within a second`);
	assert.ok(signalling <= 0.1, `${signalling * 100} % request the stream`);
	const noticed = requests.filter(({ at, to }) => at >= 10_000 && to === 'api');
	assert.is(new Set(noticed.map(({ viewer }) => viewer)).size, PAGES);
});

for (const [audience, median] of [
	[500, 1.5],
	[1_000_000, 12],
] as const)
	it(`should have a stream back that was closed for a moment, for ${audience} viewers after ${median} s`, async () => {
		const moved = { changes: { 10: { stream: 'ended' }, 10.1: { stream: 'on' } } } as const;
		const { back } = await open([10, 40], moved, { seed: audience, audience });
		assert.ok(Math.abs(back - median) < median / 2, `${back} s`);
	});

it('should notice a crowd that returns in step, one that calls in step, and one that requests its stream', async () => {
	const all = { audience: AUDIENCE, random: inStep };
	assert.ok((await open([80, 110], outage, { seed: 2, random: inStep })).signalling >= 0.5);
	assert.is((await open([10, 20], end, { seed: 5, ...all })).together, 1);
	const restart = { changes: { 10: { stream: 'ended' } } } as const;
	assert.is((await open([10, 20], restart, { seed: 6, ...all })).signalling, 1);
});

it('should send less than ten requests a minute and viewer however busy the chat is', async () => {
	for (const messageRate of [2, 10]) {
		const chat = { tab: 'chat', changes: { 0: { messageRate } } } as const;
		const { rate } = await open([20, 140], chat, { pages: 5, seed: messageRate });
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
			const state = { tab, changes: { [start]: { ...change, refusal } } };
			// One page, whose delays are as short as they can be.
			const trial = { pages: 1, seed: 100 + refusals++, arrival: 60, audience: 1000, random: () => 0 };
			const { requests } = await open([start, start + 400], state, trial);
			assert.ok(worstMinute(requests) <= 10, `${JSON.stringify(change)}: ${worstMinute(requests)} requests`);
			assert.ok(
				requests.some(({ at }) => at >= (start + 60) * 1000),
				JSON.stringify(change),
			);
		}
	});

it('should have a stream back within three seconds after a short outage', async () => {
	const short = { changes: { 5: { stream: 'ended' }, 10: { stream: 'on' } } } as const;
	const { requests } = await open([10, 18], short, { seed: 50, arrival: 1, audience: 1 });
	const granted = requests.filter(({ at, to, granted }) => at > 5000 && to === 'media' && granted);
	assert.is(new Set(granted.map(({ viewer }) => viewer)).size, PAGES);
	const latest = Math.max(...granted.map(({ at }) => at)) / 1000 - 10;
	assert.ok(latest <= 3, `${latest} s`);
});

it.run();
