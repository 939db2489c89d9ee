/** The report of a visit that is left before the script of reports is there, and what sends reports of visits. */
import * as assert from 'uvu/assert';
import { type LeaveReport, reportEarlyLeaving } from '../../../src/player/report/report-early-leaving.ts';
import { createVisitSender } from '../../../src/player/report/send-visit.ts';
import { setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const it = suiteInFakeBrowser('report of who leaves');

const REPORTS = { url: '/visit', doNotTrack: true, saveData: true };

for (const [what, config, wish, savesData, isSent] of [
	['nobody minds', {}, '0', false, true],
	['there is no address', { url: '' }, '0', false, false],
	['the visitor asks not to be tracked', {}, '1', false, false],
	['that is not heeded', { doNotTrack: false }, '1', false, true],
	['the visitor saves data', {}, '0', true, false],
	['that does not count', { saveData: false }, '0', true, true],
] as const)
	it(`should ${isSent ? '' : 'not '}be sent where ${what}`, ({ fetches }) => {
		setGlobals({ navigator: { doNotTrack: wish } });
		const send = createVisitSender({ ...REPORTS, ...config }, savesData);
		if (send) send('msd=1');
		const call = { url: '/visit?msd=1', mode: 'no-cors', credentials: 'omit', keepalive: true };
		assert.equal(fetches, isSent ? [call] : []);
	});

it('should be sent though nobody answers', async (browser) => {
	browser.fetchReply = () => Promise.reject(new TypeError('Failed to fetch'));
	const send = createVisitSender(REPORTS, false);
	assert.ok(send);
	send('msd=1');
	await browser.settle();
	assert.is(browser.fetches.length, 1);
});

/** A page whose script of reports is not there yet. */
function open(report: LeaveReport = {}) {
	const page = { report, isOver: false, queries: [] as string[] };
	reportEarlyLeaving(
		report,
		'a&b',
		() => page.isOver,
		(query) => page.queries.push(query),
	);
	return page;
}

for (const [what, leave] of Object.entries({ left: 'pagehide', hidden: 'hide' }))
	it(`should say once that a page is ${what} before the first frame`, (browser) => {
		const { report, queries } = open();
		browser.hide(false);
		assert.equal(queries, [], 'it is seen');
		if (leave === 'hide') browser.hide();
		else browser.fire(leave);
		assert.equal([queries, report.reported], [['msd=-1&cid=a%26b'], 1]);
		report.firstFrame = { at: 900, realTime: true };
		browser.hide();
		browser.fire('pagehide');
		assert.is(queries.length, 1);
	});

it('should say when the first frame came', (browser) => {
	const { report, queries } = open({ firstFrame: { at: 900, realTime: true } });
	browser.hide();
	assert.equal([queries, report.reported], [['msd=900&cid=a%26b'], 2]);
});

it('should leave it to the script of reports once that is there', (browser) => {
	const page = open();
	page.isOver = true;
	browser.hide();
	browser.fire('pagehide');
	assert.equal([page.queries, page.report.reported], [[], undefined]);
});

it.run();
