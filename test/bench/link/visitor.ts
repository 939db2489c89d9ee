import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { disableFeatures, ensureBrowser, PHONE } from '../../support/browser.ts';
import type { Built } from '../rows.ts';
import { prepareVisit, type Visitor } from '../visit.ts';
import { memoryOf } from './memory.ts';
import { DOMAIN, HOSTS, networkProblem, openNetwork } from './network.ts';
import type { Link } from './shaper.ts';

const EDGE = fileURLToPath(new URL('edge.ts', import.meta.url));

/** Debian's Chromium turns preconnect off in its own preferences (option 2); 0 is what phones have. */
const PREFERENCES = { net: { network_prediction_options: 0 } };

const CERTIFICATE = fileURLToPath(new URL('../../fixtures/localhost.crt', import.meta.url));

/**
 * Makes Chromium trust the servers' certificate. Where it ignores all errors of certificates instead, it keeps nothing in its HTTP
 * cache, and the service worker loads everything a second time.
 */
async function trust(): Promise<string> {
	const { publicKey } = new X509Certificate(await readFile(CERTIFICATE));
	const hash = createHash('sha256')
		.update(publicKey.export({ type: 'spki', format: 'der' }))
		.digest('base64');
	return `--ignore-certificate-errors-spki-list=${hash}`;
}

const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-component-update',
	'--disable-sync',
	disableFeatures(),
	'--mute-audio',
	'--autoplay-policy=document-user-activation-required',
	`--host-resolver-rules=${Object.entries(HOSTS)
		.map(([name, address]) => `MAP ${name}.${DOMAIN} ${address}`)
		.join(', ')}, MAP * ~NOTFOUND`,
];

/**
 * Visits on a link emulated below TCP: browser and servers in network namespaces, IP packets between them delayed, queued and
 * dropped by `emulator.ts`. Servers, browser and profile are started anew for each visit, so that nothing left over fills the link.
 * @throws Error where there can be no such link
 */
export async function linkVisitor(): Promise<Visitor> {
	const problem = networkProblem();
	if (problem) throw new Error(`The bench needs Linux, root, /dev/net/tun and the ip command: ${problem}.`);
	const program = await ensureBrowser(true);
	const network = await openNetwork();
	const executablePath = network.wrapper(program);
	const args = [...ARGUMENTS, await trust()];

	/** Starts the servers of a row and answers with the function that ends them. */
	async function startEdge({ folder, stream, recording = '' }: Built): Promise<() => Promise<void>> {
		const edge = network.startServer(EDGE, [folder, stream, recording]);
		const ended = once(edge, 'exit');
		await Promise.race([
			once(edge, 'message'),
			ended.then(() => Promise.reject(new Error('The servers of the bench did not start.'))),
		]);
		return async () => {
			edge.kill('SIGKILL');
			await ended;
		};
	}

	const visitor: Visitor = {
		browser: '',
		async visit(row, conditions, act) {
			const profile = await mkdtemp(join(tmpdir(), 'bench-profile-'));
			await mkdir(join(profile, 'Default'));
			await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(PREFERENCES));
			await network.setLink(null);
			let endEdge = await startEdge(row);
			const context = await chromium.launchPersistentContext(profile, {
				...PHONE,
				executablePath,
				args: row.http1 ? [...args, '--disable-http2'] : args,
			});
			visitor.browser ||= context.browser()?.version() ?? '';
			try {
				const open = async (link: Link | null) => {
					const page = await context.newPage();
					const session = await context.newCDPSession(page);
					const visit = await prepareVisit(page, session, conditions.slowdown, row.stream + (row.query ?? ''));
					await network.setLink(link);
					return { ...visit, memory: () => memoryOf(profile) };
				};
				if (!conditions.revisit) return await act(await open(conditions.link));
				// The first visit's traces do not depend on the link.
				const first = await open(null);
				await conditions.revisit(first);
				await first.evaluate('navigator.serviceWorker.ready.then(() => {})');
				await first.page.close();
				await network.setLink(null);
				await endEdge();
				endEdge = await startEdge(row);
				return await act(await open(conditions.link));
			} finally {
				await network.setLink(null);
				await context.close();
				await endEdge();
				await rm(profile, { recursive: true, force: true, maxRetries: 5 });
			}
		},
		close: network.close,
	};
	return visitor;
}
