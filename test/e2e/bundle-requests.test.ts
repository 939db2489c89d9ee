/** The bundle: where the API is on another host, and after failures. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { demo } from '../support/demo-config.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { isMessageSeen, movement, playing } from '../support/picture.ts';
import { siteFor } from '../support/site.ts';
import { openSlowDocument } from '../support/slow-document.ts';
import { until, within } from '../support/until.ts';

const it = suite('bundle requests');

const site = siteFor(it);

const requestedPaths = () => site.origin.requests().map(({ path }) => path);

/** The configuration of a deployment whose API is on another host. */
const OTHER_HOST = { ...demo, api: { ...demo.api, base: 'http://api.example.com' } };

it('should request the bundle first where the API is on another host, and run it after the boot script', async () => {
	const slowDocument = await openSlowDocument(site.origin.url, OTHER_HOST);
	try {
		const page = await site.browser.newPage();
		await holdRequests(page, 'http://api.example.com/**');
		await page.goto(`${slowDocument.url}/?id=1`, { waitUntil: 'commit' });
		slowDocument.send('<script type="application/json"');
		await until(() => requestedPaths().some((path) => path.startsWith('/app.')));
		assert.is(await page.locator('#config').count(), 0);
		slowDocument.send();
		// Before the boot script a click is lost.
		await page.waitForLoadState('domcontentloaded');
		await page.getByRole('tab', { name: '相关资讯' }).click();
		await page.getByRole('tab', { name: '相关资讯', selected: true }).waitFor();
		await page.close();
	} finally {
		slowDocument.close();
	}
});

it('should play on, and say that the rest is requested again, while scripts do not come', async () => {
	const wrong = { times: -1, body: '<!doctype html><title>Sign in</title>', contentType: 'text/html' };
	for (const path of ['/app.', '/preact.']) site.origin.setFault({ path, ...wrong });
	const { page } = await site.visit('?id=1');
	await playing(page);
	const failed = page.getByText('内容加载失败，正在重试…');
	await failed.waitFor();
	assert.ok((await movement(page)) > 1);
	assert.is(await isMessageSeen(page), false);
	site.origin.setFault({ path: '/app.', times: 0 });
	const apps = () => requestedPaths().filter((path) => path.startsWith('/app.')).length;
	const before = apps();
	await until(() => apps() > before, 'another request', 15_000);
	assert.ok(await failed.isVisible());
	site.origin.setFault({ path: '/preact.', times: 0 });
	// Where a busy machine has made six attempts, the next is up to 15 s later.
	await page.getByText('第十二届校园科技文化节').first().waitFor(within(15_000));
	await failed.waitFor({ state: 'detached' });
	assert.ok((await movement(page)) > 1);
});

it.run();
