/** The built page with a WebRTC server that others wrote: Janus, as Debian has it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { findProgram } from '../support/find-program.ts';
import { createJanus, type Janus } from '../support/janus/server.ts';
import { createJanusViewers, type JanusViewers } from '../support/janus/viewer.ts';
import { type ConnectionKeeper, keepConnection } from '../support/latest-connection.ts';
import { movement, playing } from '../support/picture.ts';
import { until } from '../support/scenarios.ts';
import { openSite, type Site } from '../support/site.ts';
import { skipTest } from '../support/skip-test.ts';

const it = suite('janus');

const PROTOCOLS = [
	['artc', 1, 'demo', '/live/'],
	['WHEP', 6, 'demo2', '/whep/'],
] as const;

const program = findProgram('janus');
let janus: Janus;
let viewers: JanusViewers;
let site: Site;

it.before(async () => {
	if (!program) return;
	janus = await createJanus(program);
	await janus.start();
	viewers = await createJanusViewers(janus.api);
	site = await openSite({ openViewer: viewers.open });
});
it.after(async () => {
	await site?.close();
	viewers?.close();
	await janus?.close();
});
it.before.each(() => {
	if (!program) skipTest('Janus is not installed');
});
it.after.each(async () => {
	await site?.closePages();
	await site?.origin.reset();
});

/** Waits until the page's latest connection has played sound that is no silence. */
const sounding = (page: Page) =>
	page.waitForFunction(async () => {
		const stats = await (self as unknown as ConnectionKeeper).latestConnection.getStats();
		return [...stats.values()].some(({ kind, totalAudioEnergy }) => kind === 'audio' && totalAudioEnergy > 0);
	});

const open = async (id: number) => {
	const { page, problems } = await site.visit(`?id=${id}`, { before: keepConnection });
	await playing(page);
	return { page, problems };
};

for (const [protocol, id, stream, path] of PROTOCOLS) {
	it(`should play picture and sound by ${protocol}, and end the session when the viewer leaves`, async () => {
		const { page, problems } = await open(id);
		assert.ok((await movement(page)) > 1);
		await sounding(page);
		assert.is(site.origin.viewers(stream), 1);
		await page.goto('about:blank');
		await until(() => site.origin.viewers(stream) === 0);
		assert.equal(
			site.origin
				.requests()
				.filter((request) => request.path?.startsWith(path) && request.method !== 'OPTIONS')
				.map(({ method }) => method),
			protocol === 'WHEP' ? ['POST', 'DELETE'] : ['POST'],
		);
		assert.equal(problems, []);
	});

	it(`should play on by ${protocol} after the server was killed and started again`, async () => {
		const { page, problems } = await open(id);
		await janus.kill();
		await page.getByText('正在重新连接…').waitFor();
		await janus.start();
		await page.getByText('正在重新连接…').waitFor({ state: 'hidden' });
		await playing(page);
		assert.ok((await movement(page)) > 1);
		await sounding(page);
		assert.is(site.origin.viewers(stream), 1);
		assert.equal(problems, []);
	});
}

it.run();
