/** The check of a deployment with servers that others wrote: nginx with the sample configuration, and Janus with its WHEP server. */
import { readdirSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { checkDeployment } from '../../src/check/check-deployment.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { builtPage } from '../support/built-page.ts';
import { demo } from '../support/demo-config.ts';
import { certificate, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { findProgram } from '../support/find-program.ts';
import { type JanusHttpServers, startHttpServers, TOKEN } from '../support/janus/http-servers.ts';
import { janusPackages } from '../support/janus/packages.ts';
import { createJanus, type Janus } from '../support/janus/server.ts';
import { openSite, type Site } from '../support/site.ts';
import { suiteUnless } from '../support/skip-test.ts';
import { nginxProgram, type PageServer, startPage } from '../support/start-nginx.ts';

const program = findProgram('janus');
const packages = nginxProgram && program && janusPackages();
const missing = packages ? '' : 'nginx, Janus, or its WHIP and WHEP servers, cannot be had';
const it = suiteUnless(missing, 'check: nginx and Janus');

const dist = builtPage(demo);
let origin: Origin;
let nginx: PageServer;
let janus: Janus;
let servers: JanusHttpServers;
let site: Site;
/** TLS before Janus' WHEP server. */
let whep: FaultyProxy;

it.before(async () => {
	origin = await startOrigin({ dist, signKey: DEMO_SIGN_KEY, http2: true });
	nginx = await startPage(dist, origin.port);
	janus = await createJanus(program!);
	await janus.start();
	servers = await startHttpServers(packages!, janus);
	site = await openSite();
	await publish();
	const [host = '', ...path] = servers.whep.split('/');
	whep = await startFaultyProxy(Number(host.split(':')[1]), () => {});
	const page = `https://localhost:${nginx.secure}`;
	const image = readdirSync(dist).find((name) => /^share\.\w+\.png$/.test(name));
	// Its images are at the stand-in backend, which nginx does not show.
	origin.setFault({ path: '/juvenile/api/information', times: -1, body: { code: 200, recData: [] } });
	origin.setLive({
		id: '1',
		originRts: `whep://${new URL(whep.url).host}/${path.join('/')}?token=${TOKEN}`,
		coverImg: `${page}/${image}`,
		headPic: `${page}/${image}`,
		shareUrl: `${page}/?id=1`,
	});
});
it.after(async () => {
	await whep?.close();
	await site?.close();
	await servers?.close();
	await janus?.close();
	await nginx?.stop();
	await origin?.close();
});

/** Publishes a test picture and a tone, and has the WHEP server offer them. */
async function publish(): Promise<void> {
	const { page } = await site.visit('publish.html');
	await page.getByLabel('Source').selectOption('Test picture');
	await page.getByLabel('Address').fill(`whip://${servers.whip}?token=${TOKEN}`);
	do {
		await page.getByRole('button', { name: 'Publish' }).tap();
		await page.getByRole('status').getByText('connecting', { exact: true }).waitFor({ state: 'hidden' });
	} while (!(await servers.published()));
	await servers.offerPublished();
}

it('should find no fault', async () => {
	const url = new URL(`https://localhost:${nginx.secure}/?id=1`);
	const visit = { id: '1', userId: '', token: '' };
	const results = await checkDeployment({ url, visit, write: false, ca: await certificate() });
	assert.not.match(JSON.stringify(results), `=${TOKEN}`);
	const found = results.flatMap(({ level, id }) => (level === 'passed' ? [] : [`${level} ${id}`]));
	assert.equal(
		found.filter((finding) => finding.startsWith('fault')),
		[],
	);
	assert.ok(found.includes('note brotli'));
});

it.run();
