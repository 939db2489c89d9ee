/** Token and user id leave the page in the calls that need them and nowhere else; test/soak has every environment. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { leaks, QUERY, TOKEN, USER } from '../support/leaks.ts';
import { checkWholeVisit } from '../support/privacy.ts';
import { siteFor } from '../support/site.ts';

const it = suite('privacy');

const site = siteFor(it, { config: { moderators: [USER], chatPollInterval: 1000 } });

it('should keep them private in WeChat on Android, also where a link of the introduction is followed', () =>
	checkWholeVisit(site, userAgentOf('WeChat, Android')));

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
