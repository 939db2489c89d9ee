/** The built page and the pages for integrators with a WebRTC server that others wrote: Janus, and its WHIP and WHEP servers. */
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { findProgram } from '../support/find-program.ts';
import { ICE_SERVER, type JanusHttpServers, startHttpServers, TOKEN } from '../support/janus/http-servers.ts';
import { janusPackages } from '../support/janus/packages.ts';
import { createJanus, type Janus } from '../support/janus/server.ts';
import { movement, playing } from '../support/picture.ts';
import { type CountedPage, counting } from '../support/reconnect.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/site.ts';
import { suiteUnless } from '../support/skip-test.ts';

const program = findProgram('janus');
const packages = program && janusPackages();
const it = suiteUnless(packages ? '' : 'Janus, or its WHIP and WHEP servers, cannot be had', 'janus');

let janus: Janus;
let servers: JanusHttpServers;
let site: Site;
let publisher: Page;

it.before(async () => {
	janus = await createJanus(program!);
	await janus.start();
	servers = await startHttpServers(packages!, janus);
	site = await openSite();
	({ page: publisher } = await site.visit('publish.html'));
	await publisher.getByLabel('Source').selectOption('Test picture');
});
it.after(async () => {
	await site?.close();
	await servers?.close();
	await janus?.close();
});
it.before.each(() => {
	servers.requests.length = 0;
});

const status = (text: string) => publisher.getByRole('status').getByText(text, { exact: true });

/** Publishes a test picture and a tone by WHIP. */
async function publish(token = TOKEN): Promise<void> {
	await publisher.getByLabel('Address').fill(`whip://${servers.whip}?token=${token}`);
	await publisher.getByRole('button', { name: 'Publish' }).tap();
	await status('connecting').waitFor({ state: 'hidden' });
}

/** Waits until the page's latest connection has played sound that is no silence. */
const sounding = (page: Page) =>
	page.waitForFunction(async () => {
		const stats = await (self as unknown as CountedPage).latestConnection.getStats();
		return [...stats.values()].some(({ kind, totalAudioEnergy }) => kind === 'audio' && totalAudioEnergy > 0);
	});

/** Publishes, so that it can be played by WHEP. Tries again until the WHIP server has connected to Janus. */
async function publishAndOffer(): Promise<void> {
	do await publish();
	while ((await status('publishing').count()) === 0);
	await servers.offerPublished();
}

/** Opens the page of a live that is played by WHEP. */
async function watch() {
	site.origin.setLive({ id: '6', originRts: `whep://${servers.whep}?token=${TOKEN}` });
	return site.visit('?id=6', { before: counting });
}

async function seesMedia(page: Page): Promise<void> {
	await playing(page);
	assert.ok((await movement(page)) > 1);
	await sounding(page);
}

it('should say why a WHIP server refuses, and publish by WHIP where it does not', async () => {
	await publish('wrong');
	assert.match(await publisher.getByRole('status').innerText(), /^Error 10\d+: .*Unauthorized$/);
	assert.not(await servers.published());
	await publishAndOffer();
	assert.ok(await servers.published());
});

it('should answer the offer of a WHEP server, take its ICE servers, and end the session when the viewer leaves', async () => {
	const { page, problems, close } = await watch();
	await seesMedia(page);
	await until(() => servers.viewers() === 1, 'one viewer');
	const { uri, username, credential } = ICE_SERVER;
	assert.equal(
		await page.evaluate(() => (self as unknown as CountedPage).latestConnection.getConfiguration().iceServers),
		[{ urls: [uri], username, credential }],
	);
	await page.goto('about:blank');
	// A slow machine may make a connection beside one that has not delivered yet.
	const count = (reply: RegExp) => servers.requests.filter((request) => reply.test(request)).length;
	await until(() => servers.viewers() === 0 && count(/^POST 406$/) === count(/^DELETE (200|404)$/));
	assert.match(servers.requests.join(), /POST 406,PATCH 204/);
	assert.equal(problems, []);
	await close();
});

it('should play on after the server was killed and started again', async () => {
	const { page, problems, close } = await watch();
	await seesMedia(page);
	await janus.kill();
	// The server's fault, once it has answered without media.
	const interrupted = page.getByText('直播信号中断，正在重连…').or(page.getByText('正在重新连接…')).first();
	await interrupted.waitFor();
	await until(() => !servers.connected());
	await janus.start();
	await until(servers.connected);
	// A publisher retries as its caller chooses.
	await publishAndOffer();
	await interrupted.waitFor({ state: 'hidden' });
	await seesMedia(page);
	await until(() => servers.viewers() === 1, 'one viewer');
	assert.equal(problems, []);
	await close();
});

it('should end the session of a WHIP server by unpublishing', async () => {
	const deleted = publisher.waitForResponse((response) => response.request().method() === 'DELETE');
	await publisher.getByRole('button', { name: 'Stop' }).tap();
	// 404 where the server has noticed the closed connection before.
	assert.ok([200, 404].includes((await deleted).status()));
	await until(async () => !(await servers.published()), 'nobody publishes');
});

it.run();
