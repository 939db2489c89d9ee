import * as assert from 'uvu/assert';
import { reportWatching } from '../../../src/player/report/report-watching.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { rtsError } from '../../../src/rts/play/errors.ts';
import { setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const it = suiteInFakeBrowser('reports of watching');

const STREAM = 'artc://play.example.com/app/stream';
const QUALITIES = [{ name: '原画', kbps: 0, address: STREAM, audioOnly: false }];
const ADDRESS = { vurl: STREAM };

/** Reports of a player whose state can be changed, each with its id and arguments. */
function follow(state: Partial<PlayerState>, since?: number) {
	const player = { state: { ...INITIAL_STATE, qualities: QUALITIES, ...state } };
	const reports: unknown[] = [];
	const times: (number | undefined)[] = [];
	const stop = reportWatching(
		player,
		(id, args, time) => {
			reports.push([id, args]);
			times.push(time);
		},
		since,
	);
	const set = (changes: Partial<PlayerState>) => (player.state = { ...player.state, ...changes });
	return { reports, times, stop, set };
}

it('should report a start, and a stop with the time that it has played', async (browser) => {
	const { reports, set } = follow({ status: 'connecting' });
	assert.equal(reports, [[120, ADDRESS]]);
	await browser.pass(2000);
	set({ status: 'playing' });
	await browser.pass(10_000);
	set({ status: 'stalled' });
	await browser.pass(3000);
	set({ status: 'ended' });
	await browser.pass(2000);
	assert.equal(reports.slice(1), [[121, { ...ADDRESS, wt: 10_000, tt: 16_000 }]]);
	set({ status: 'playing' });
	await browser.pass(1000);
	assert.equal(reports.slice(2), [[120, ADDRESS]], 'it goes on');
});

it('should begin with the first report of the page, and with what has played since', async (browser) => {
	await browser.pass(1000);
	const since = Date.now() - 5000;
	const { reports, times, stop } = follow({ status: 'playing', startedAt: performance.now() - 3000 }, since);
	await browser.pass(2000);
	stop();
	assert.equal(reports[1], [121, { ...ADDRESS, wt: 5000, tt: 7000 }]);
	assert.is(times[0], since);
	assert.is(browser.leftovers(), 0);
});

it('should take no time from a clock that is set back, nor miss a missing stream by it', async (browser) => {
	const { now } = Date;
	const { reports, set } = follow({ status: 'playing' }, now());
	await browser.pass(2000);
	setGlobals({ performance: { now }, Date: { now: () => now() - 7_200_000 } });
	await browser.pass(1000);
	set({ status: 'stalled' });
	await browser.pass(31_000);
	assert.equal(reports[1], [150, { err: 10102, ...ADDRESS }]);
	set({ status: 'ended' });
	await browser.pass(1000);
	assert.equal(reports[2], [121, { ...ADDRESS, wt: 3000, tt: 35_000 }]);
});

it('should stop where the page is hidden or left, and start where it is seen again', async (browser) => {
	const { reports } = follow({ status: 'playing' });
	await browser.pass(1000);
	browser.hide();
	browser.fire('pagehide');
	await browser.pass(60_000);
	assert.equal(reports.slice(1), [[121, { ...ADDRESS, wt: 1000, tt: 1000 }]]);
	browser.hide(false);
	await browser.pass(1000);
	browser.fire('pagehide');
	assert.equal(reports.slice(2), [
		[120, ADDRESS],
		[121, { ...ADDRESS, wt: 1000, tt: 1000 }],
	]);
});

it('should report all that a short visit has seen', async (browser) => {
	const { reports } = follow({ status: 'playing' });
	await browser.pass(2700);
	browser.fire('pagehide');
	assert.equal(reports[1], [121, { ...ADDRESS, wt: 2700, tt: 2700 }]);
});

for (const status of ['idle', 'cover', 'ended', 'replay', 'blocked', 'paused', 'failed'] as const)
	it(`should report nothing of a player that is ${status}`, async (browser) => {
		const { reports, stop } = follow({ status, qualities: [] });
		await browser.pass(60_000);
		stop();
		assert.equal(reports, []);
	});

it('should report once that a stream stays missing, and again after it has played', async (browser) => {
	const { reports, set } = follow({ status: 'reconnecting', error: rtsError(10205, 'status 404') });
	await browser.pass(29_000);
	assert.is(reports.length, 1);
	await browser.pass(60_000);
	assert.equal(reports.slice(1), [[150, { err: 10205, ...ADDRESS }]]);
	set({ status: 'playing' });
	await browser.pass(1000);
	set({ status: 'stalled', error: undefined, reason: 'timeout' });
	await browser.pass(31_000);
	assert.equal(reports.slice(2), [[150, { err: 10102, ...ADDRESS }]]);
});

it('should report none that plays within half a minute, however often it is lost', async (browser) => {
	const { reports, set } = follow({ status: 'connecting' });
	for (let times = 0; times < 3; times++) {
		await browser.pass(20_000);
		set({ status: 'playing' });
		await browser.pass(1000);
		set({ status: 'reconnecting' });
	}
	assert.equal(reports, [[120, ADDRESS]]);
});

it.run();
