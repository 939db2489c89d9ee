/** The page that tells what a phone and its network can. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCode } from '../../src/diagnose/code.ts';
import { siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('diagnosis');
const site = siteFor(it);

const withoutWebRtc = (page: Page) => page.addInitScript(() => Object.assign(self, { RTCPeerConnection: undefined }));

/** What a busy machine takes counts a twentieth. */
const patient = (page: Page) =>
	page.addInitScript(() => {
		const now = performance.now.bind(performance);
		performance.now = () => now() / 20;
	});

/** Opens it; returns the levels of its lines by id, once all are there. */
async function diagnose(query: string, before = patient) {
	const { page, problems } = await site.visit(`diagnose.html${query}`, { before });
	await page.locator('#copy').waitFor();
	const { lines } = readCode(await page.locator('#code').inputValue())!;
	assert.equal(problems, []);
	assert.is(await page.locator('#lines b').count(), lines.length);
	return { page, lines: Object.fromEntries(lines.map(([id, level]) => [id, level])) };
}

it('should find that a live plays by UDP, and ask what only a person can tell', async () => {
	const { page, lines } = await diagnose('?id=1');
	// As the engine has it.
	const { h5, ...rest } = lines;
	assert.ok(h5! < 2);
	assert.equal(rest, {
		...{ en: 0, rt: 0, h4: 0, ms: 0, hl: 0, au: 0, pg: 0, rr: 0, kb: 0, ap: 0, sg: 0, ud: 0, fw: 0 },
		// The stand-in has none.
		tc: 1,
	});
	await page.getByRole('button', { name: '播放声音' }).tap();
	await page.getByRole('button', { name: '没有声音' }).tap();
	await until(async () => /-lka$/.test(await page.locator('#code').inputValue()), 'the answer is in the code');
});

for (const [query, id] of [
	['?id=3', 'fv'],
	['?id=10', 'fh'],
] as const)
	it(`should play ${query} as ${id}`, async () => assert.is((await diagnose(query)).lines[id], 0));

it('should say what fails: no signalling, no WebRTC, no API', async () => {
	site.origin.setFault({ path: '/live/demo', status: 500, times: 99 });
	const { lines: refused } = await diagnose('?id=1');
	assert.equal([refused.st, refused.sg, refused.ud, refused.fw], [2, undefined, undefined, 2]);
	assert.is((await diagnose('?id=1', withoutWebRtc)).lines.fw, 2, 'a live in real time alone');
	site.origin.setFault({ path: '/juvenile/api/live/detail', status: 503, times: 99 });
	const { lines, page } = await diagnose('?id=1', withoutWebRtc);
	assert.equal([lines.rt, lines.h4, lines.ap, lines.fw], [1, 0, 2, undefined]);
	await page.getByText('获取失败，请稍后再试').waitFor();
});

it('should be linked where nothing plays any more', async () => {
	const { page } = await site.visit('?id=1&userId=42&token=demo', { before: withoutWebRtc });
	await page.getByRole('link', { name: '检测原因' }).tap();
	await page.waitForURL('**/diagnose.html?id=1');
	await page.getByText('播放检测').waitFor();
});

it.run();
