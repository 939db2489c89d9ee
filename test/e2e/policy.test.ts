/** The page's main journeys under its Content-Security-Policy: no violation may be reported. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playing } from '../support/picture.ts';
import { assertNoViolation, openPolicyPage, violation } from '../support/policy-page.ts';
import { startupDone, siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('policy');

const site = siteFor(it, { config: { rts: { hlsFallback: true } } });

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).tap();

it('should let a moderator watch, read, write, delete and look at the news', async () => {
	const opened = await openPolicyPage(site, '?id=1&userId=7001&token=demo');
	const { page } = opened;
	await playing(page);
	await startupDone(page);
	await page.locator('.rich img').first().waitFor();
	await tab(page, '互动空间');
	await page.locator('.comments li').first().waitFor();
	await page.getByLabel('说点什么').fill('很好看');
	await page.getByRole('button', { name: '发送' }).tap();
	const sent = page.locator('.comments li', { hasText: '很好看' });
	await sent.waitFor();
	await sent.getByRole('button', { name: '删除' }).tap();
	await page.getByRole('dialog').getByRole('button', { name: '确认' }).tap();
	await sent.waitFor({ state: 'detached' });
	await tab(page, '相关资讯');
	await page.locator('.news li').first().waitFor();
	await page.waitForFunction(() =>
		[...document.querySelectorAll<HTMLImageElement>('.news img')].slice(0, 2).every((image) => image.naturalWidth > 0),
	);
	await page.locator('.footer .link').tap();
	await page.getByText(/已复制|复制失败/).waitFor();
	// The usage reports are images.
	await until(() => site.origin.requests().some(({ path }) => path === '/track'), 'a report');
	await assertNoViolation(opened);
});

for (const [id, what] of [
	[3, 'a replay'],
	[5, 'a broadcast at a plain URL'],
] as const)
	it(`should show ${what}`, async () => {
		const opened = await openPolicyPage(site, `?id=${id}`);
		await startupDone(opened.page);
		await playing(opened.page);
		await opened.page.locator('.rich').waitFor();
		await assertNoViolation(opened);
	});

it('should play by HLS where real time cannot work', async () => {
	const opened = await openPolicyPage(site, '?id=1', {
		inject: () => {
			Object.defineProperty(self, 'RTCPeerConnection', { value: undefined });
		},
	});
	await opened.page.waitForFunction(() => /\.m3u8/.test(document.querySelector('video')!.getAttribute('src') || ''));
	await assertNoViolation(opened);
});

/** What a page may not do, as it could write it: the directive that blocks it, and the code. */
const BLOCKED = [
	['script-src-elem', `add('script', { text: 'self.ran = 1' })`],
	['script-src-elem', `add('script', { src: 'https://evil.example/x.js' })`],
	['script-src-attr', `add('p', {}).setAttribute('onclick', 'self.ran = 1'), document.body.lastElementChild.click()`],
	// In a task of its own, for the tool's evaluation lets eval through.
	['script-src', `setTimeout(() => new Function('self.ran = 1')())`],
	['script-src-elem', `location.href = 'javascript:self.ran = 1'`],
	['form-action', `add('form', { action: 'https://evil.example/' }).submit()`],
	['base-uri', `add('base', { href: 'https://evil.example/' })`],
	['object-src', `add('object', { data: 'https://evil.example/x' })`],
	['worker-src', `setTimeout(() => new Worker(URL.createObjectURL(new Blob(['1']))))`],
	['style-src-elem', `add('link', { rel: 'stylesheet', href: 'https://evil.example/s.css' })`],
	['font-src', `new FontFace('x', 'url(https://evil.example/f.woff2)').load().catch(() => {})`],
	['frame-src', `add('iframe', { src: 'http://evil.example/' })`],
] as const;

it('should block inline and foreign scripts, eval, forms, bases, plugins, workers and answers of the API as scripts, and report each', async () => {
	const opened = await openPolicyPage(site, '?id=0');
	const { page, violations, foreign } = opened;
	await startupDone(page);
	await page.evaluate(
		'self.add = (tag, fields) => document.body.appendChild(Object.assign(document.createElement(tag), fields)); 0',
	);
	for (const [directive, attempt] of BLOCKED) {
		violations.length = 0;
		// As a string: playwright's own evaluation is not subject to the policy, what it sets off is.
		await page.evaluate(`${attempt}; 0`);
		await violation(opened, directive);
	}
	assert.is(await page.evaluate('self.ran'), undefined);
	assert.equal(
		foreign.filter((url) => url.includes('evil')),
		[],
	);
	// A script that markup names is refused from the page's own host as well.
	await page.evaluate(() => {
		const srcdoc = '<script src="/juvenile/script.js"></script>';
		return new Promise((onload) =>
			document.body.appendChild(Object.assign(document.createElement('iframe'), { srcdoc, onload })),
		);
	});
	assert.match(violations.join('\n'), /juvenile\/script\.js[^]*strict-dynamic/);
	assert.not(site.origin.requests().some(({ path }) => path === '/juvenile/script.js'));
});

it.run();
