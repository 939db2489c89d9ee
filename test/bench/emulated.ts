import { ensureBrowser, launchBrowser, PHONE } from '../support/browser.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { type Origin, startOrigin } from '../origin/index.ts';
import { emulate } from './links.ts';
import { prepareVisit, type Visitor } from './visit.ts';

/**
 * Visits on the browser's own emulation of a link, for machines where there can be none below TCP: one host, connections are set up
 * without delay, and TCP and UDP do not share the rate.
 */
export async function emulatedVisitor(): Promise<Visitor> {
	await ensureBrowser(true);
	const origins = new Map<string, Origin>();
	// Hosts outside do not resolve: the vendor's script reports to a log host of the vendor.
	const browser = await launchBrowser({
		autoplay: false,
		args: ['--ignore-certificate-errors', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
	});
	return {
		title: "the browser's own emulation (one host, connection set-up not delayed)",
		browser: browser.version(),
		async visit(row, conditions, act) {
			const origin =
				origins.get(row.folder) ??
				(await startOrigin({ dist: row.folder, signKey: DEMO_SIGN_KEY, http2: true, best: 'hd' }));
			origins.set(row.folder, origin);
			origins.get(row.folder)!.setLive({ id: '1', originRts: `artc://{host}/live/${row.stream}` });
			const context = await browser.newContext(PHONE);
			try {
				const page = await context.newPage();
				const session = await context.newCDPSession(page);
				const served = { ...row, origin: origin.url };
				const visit = await prepareVisit(page, session, served, conditions);
				if (conditions.link) await emulate(session, conditions.link, origin.url);
				return await act(visit);
			} finally {
				await context.close();
			}
		},
		async close() {
			await browser.close();
			await Promise.all([...origins.values()].map((origin) => origin.close()));
		},
	};
}
