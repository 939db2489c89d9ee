/** Token and user id leave the page in the calls that need them and nowhere else; test/soak has every environment. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { leaks, QUERY, TOKEN, USER } from '../support/leaks.ts';
import { checkNothingLeaked, checkWholeVisit, openRecorded } from '../support/privacy.ts';
import { startupDone, siteFor } from '../support/site.ts';

const it = suite('privacy');

const site = siteFor(it, { config: { moderators: [USER], chatPollInterval: 1000 } });

it('should keep them private in WeChat on Android', () => checkWholeVisit(site, userAgentOf('WeChat, Android')));

for (const [what, query, shown] of [
	['in the hash', `#/?id=0&${QUERY}`, '#/?id=0'],
	['given twice', `?id=0&${QUERY}&from=singlemessage&${QUERY}#top`, '?id=0&from=singlemessage#top'],
	['written oddly', `?id=0&amp;%74oken=${encodeURIComponent(TOKEN)}#userId=${USER}`, '?id=0'],
] as const)
	it(`should take them out of the address when they are ${what}`, async () => {
		const opened = await openRecorded(site, query, userAgentOf('WeChat, iOS 26'));
		await startupDone(opened.page);
		assert.is(opened.page.url(), `${site.origin.url}/${shown}`);
		await opened.close();
	});

it('should follow a link of the introduction without a referrer', async () => {
	const opened = await openRecorded(site, `?id=1&${QUERY}`, userAgentOf('Chrome, Android'));
	const { page } = opened;
	await startupDone(page);
	const followed = page
		.context()
		.waitForEvent('request', { predicate: (request) => request.url().startsWith('https://www.example.com/') });
	await page.locator('.rich a').tap();
	assert.is((await (await followed).allHeaders())['referer'], undefined);
	await checkNothingLeaked(site, opened);
});

it('should be the person of each history entry', async () => {
	const opened = await openRecorded(site, '?id=0&userId=880042001&token=a', userAgentOf('Chrome, Android'));
	const { page } = opened;
	const address = (query: string) => `${site.origin.url}/${query}`;
	/** Does something that loads the page, and returns whose detail call followed. */
	const person = async (navigate: () => Promise<unknown>) => {
		// The page that is left may repeat a call that leaving it has cut off.
		const arrived = page.waitForEvent('framenavigated').then(() => page.waitForRequest(/live\/detail/));
		const [call] = await Promise.all([arrived, navigate()]);
		const { userId = '', token } = JSON.parse(new URL(call.url()).searchParams.get('packet')!);
		await page.waitForLoadState();
		return `${userId} ${token}`.trim();
	};
	const a = '880042001 a';
	const b = '7001 b';
	assert.is(await person(() => page.reload()), a);
	assert.is(await person(() => page.goto(address('?id=0'))), '', 'the same live without a token');
	assert.is(await person(() => page.goto(address('?id=0&userId=7001&token=b'))), b);
	assert.is(await person(() => page.evaluate('location.href = "?id=3"')), '', 'a link without a user');
	assert.is(await person(() => page.goBack()), b, 'is no one else’s');
	// A tab that the page opens begins with a copy of the session storage.
	const popup = page.context().waitForEvent('page');
	const call = page.context().waitForEvent('request', { predicate: (request) => /live\/detail/.test(request.url()) });
	await page.evaluate('void open("?id=0")');
	await popup;
	assert.not.match(decodeURIComponent((await call).url()), /880042001|7001/);
	await opened.close();
});

it('should show the live of a link into which a chat has taken words, to its user', async () => {
	site.origin.setLive({ id: '0', coverImg: 'null', videoPic: '/nothing.jpg', posPic: '/icon.svg' });
	const { page, problems } = await site.visit(`?id=0${encodeURIComponent('，欢迎观看')}&userId=880042001&token=a`);
	await page.locator('.rich').waitFor();
	await startupDone(page);
	assert.is(page.url(), `${site.origin.url}/?id=0`);
	assert.ok(await page.getByText('880042001').or(page.locator('.footer')).count(), 'signed in');
	// A cover that does not load gives way to the next.
	await page.waitForFunction(() => /icon\.svg/.test(document.querySelector<HTMLImageElement>('#cover')!.src));
	assert.equal(
		problems.filter((text) => !/404/.test(`${text}`)),
		[],
	);
	await page.close();
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
