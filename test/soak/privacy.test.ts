/** Token and user id leave the page in the calls that need them and nowhere else, whatever the page was opened in. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PROVIDER_APP, USER_AGENTS, userAgentOf } from '../fixtures/user-agents.ts';
import { leaks, QUERY, TOKEN, USER } from '../support/leaks.ts';
import { checkFailingVisit, checkNothingLeaked, checkWholeVisit, FAULTS, openRecorded } from '../support/privacy.ts';
import { openSite, siteFor, startupDone } from '../support/site.ts';

const it = suite('privacy in every environment');

/** Environments whose scripts and bridges the page uses, and one without. */
const SHARING: [name: string, userAgent: string][] = [
	['Chrome', userAgentOf('Chrome, Android')],
	['WeChat on Android', userAgentOf('WeChat, Android')],
	['WeChat on iOS', userAgentOf('WeChat, iOS 26')],
	['QQ', userAgentOf('QQ, Android with X5')],
	['Safari', userAgentOf('Safari, iOS 26')],
	['the native app', PROVIDER_APP],
];

const site = siteFor(it, { config: { moderators: [USER], chatPollInterval: 1000 } });

for (const [name, userAgent] of SHARING)
	it(`should keep them private in ${name}`, () => checkWholeVisit(site, userAgent));

for (const [name, fault] of Object.entries(FAULTS))
	it(`should keep them private when the detail call and all others fail: ${name}`, () =>
		checkFailingVisit(site, fault));

it('should keep them private in every browser and app of the table, also where the app is opened', async () => {
	assert.ok(USER_AGENTS.length > 30);
	const site = await openSite({
		config: {
			moderators: [USER],
			app: {
				scheme: 'liveapp://live',
				universalLink: 'https://app.example.com/live',
				downloadUrl: 'https://app.example.com/get',
			},
		},
	});
	try {
		let linksFollowed = 0;
		for (const { userAgent } of USER_AGENTS) {
			await site.origin.reset();
			const opened = await openRecorded(site, `?id=0&${QUERY}`, userAgent);
			const { page, requests } = opened;
			await startupDone(page);
			await page.getByRole('button', { name: '关注' }).tap();
			await page.waitForTimeout(300);
			linksFollowed += requests.filter((request) => request.url().startsWith('https://app.example.com/')).length;
			await checkNothingLeaked(site, opened);
		}
		assert.ok(linksFollowed > 3, `the app's link was followed ${linksFollowed} times`);
	} finally {
		await site.close();
	}
});

it('should detect a leak', () => {
	const url = (rest: string) => `${site.origin.url}/${rest}`;
	const packet = encodeURIComponent(JSON.stringify({ token: TOKEN, userId: USER, recData: {}, versionNo: '1' }));
	const fine = {
		method: 'POST',
		url: url('juvenile/api/live/comment/page'),
		headers: { referer: url('') },
		body: `sign=abc&packet=${packet}`,
	};
	const sdk = 'https://open.weixin.qq.com/sdk/report?u=http%253A%252F%252Fx%252F%253FuserId%253D880042001';
	assert.equal(leaks(site.origin.url, fine), []);
	for (const leak of [
		{ url: url('track?x=SECRETTOKEN'), body: '' },
		{ url: sdk, body: '' },
		{ headers: { referer: url('?id=1') } },
		{ headers: { cookie: USER } },
		{ body: `${fine.body}&url=${encodeURIComponent(url(`?${QUERY}`))}` },
		{ url: url(`juvenile/${USER}`) },
		{ url: url('track') },
	])
		assert.is(leaks(site.origin.url, { ...fine, ...leak } as typeof fine).length, 1, JSON.stringify(leak));
});

it.run();
