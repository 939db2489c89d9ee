import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Visit } from '../../src/visit/visit.ts';
import { checkDeployment, type CheckTimes } from '../../src/check/check-deployment.ts';
import type { Group, Result } from '../../src/check/finding.ts';
import { securityHeaders } from '../../src/check/page.ts';
import { startOrigin, type Origin, type OriginOptions } from '../origin/index.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { builtPage } from './built-page.ts';
import { demo } from './demo-config.ts';
import { certificate, type Change, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { root } from './root.ts';

/** Replaced by the URLs of the page's and of the other host. */
export const PAGE = 'https://page.test';
export const OTHER = 'https://other.test';

/** A deployment without faults: a page, and an API and streams on its host or another. */
export interface CheckWorld {
	origin: Origin;
	page: FaultyProxy;
	other: FaultyProxy;
	/** Applies to answers of the page's host, and of the other one; undone by `reset`. */
	changes: { page: Change; other: Change };
	/** Checks it within the limits of a test. Resolves with its findings. */
	check(options?: WorldCheck): Promise<Result[]>;
	reset(): Promise<void>;
	close(): Promise<void>;
}

/** What to check of a world. */
export interface WorldCheck {
	url?: string;
	visit?: Partial<Visit>;
	groups?: Group[];
	times?: Partial<CheckTimes>;
	write?: boolean;
	requests?: number;
	/** No authority signs the certificates. */
	untrusted?: boolean;
}

/** Adds a TCP candidate to an answer, as SDP or in JSON. */
const withTcpCandidate = (body: Buffer, port: string): Buffer => {
	const line = `a=candidate:tcp 1 tcp 1 127.0.0.1 ${port} typ host tcptype passive`;
	return Buffer.from(body.toString('latin1').replace(/(\\r\\n|\r\n)a=candidate/g, `$1${line}$&`), 'latin1');
};

const TIMES = { age: 0, connect: 4_000, media: 1_500 };

/** Starts a deployment. @param api of the configuration, in which `PAGE` and `OTHER` stand for hosts */
export async function startCheckWorld(
	api: object = {},
	options: OriginOptions = {},
	page: { recordSize?: number; http1?: boolean } = {},
): Promise<CheckWorld> {
	const dist = builtPage({
		...demo,
		api: { ...demo.api, ...api },
		share: { ...demo.share, image: `${PAGE}/share.png` },
	});
	const origin = await startOrigin({ dist, signKey: DEMO_SIGN_KEY, ...options });
	const security = securityHeaders();
	const ca = await certificate();
	const share = readFileSync(join(root, 'static/share.png'));
	const none: Change = () => {};
	const changes = { page: none, other: none };
	const hosts = { page: '', other: '' };
	const host = (name: 'page' | 'other', options = {}) =>
		startFaultyProxy(
			origin.port,
			async (passage) => {
				Object.assign(passage.headers, security);
				const named = (body: Buffer) =>
					Buffer.from(body.toString().replaceAll(PAGE, hosts.page).replaceAll(OTHER, hosts.other));
				if (/html|json/.test(passage.headers['content-type'] ?? '')) passage.body = named(passage.body);
				if (passage.path.endsWith('.html.gz')) passage.body = gzipSync(named(gunzipSync(passage.body)));
				if (/^\/(share|cover)\.png$/.test(passage.path))
					Object.assign(passage, { status: 200, headers: { 'content-type': 'image/png' }, body: share });
				if (/getWechatShareToken$/.test(passage.path) && !passage.form.includes(encodeURIComponent(hosts.page)))
					passage.status = 403;
				passage.body = withTcpCandidate(passage.body, new URL(hosts[name]).port);
				await changes[name](passage);
			},
			options,
		);
	const world = { origin, page: await host('page', page), other: await host('other'), changes };
	hosts.page = world.page.url;
	hosts.other = world.other.url;
	/** What real deployments have and the demonstration lacks. */
	const repair = () => {
		Object.assign(changes, { page: none, other: none });
		for (const id of ['1', '3']) origin.setLive({ id, coverImg: '{origin}/cover.png' });
	};
	repair();
	return {
		...world,
		async check({ url = `${world.page.url}/?id=1`, visit, untrusted, times, ...rest } = {}) {
			const id = new URL(url).searchParams.get('id') ?? '';
			const results = await checkDeployment({
				url: new URL(url),
				visit: { id, userId: '', token: '', ...visit },
				write: false,
				times: { ...TIMES, ...times },
				...(!untrusted && { ca }),
				...rest,
			});
			return results.filter(({ level }) => level !== 'passed');
		},
		async reset() {
			await origin.reset();
			repair();
		},
		async close() {
			await Promise.all([world.page.close(), world.other.close()]);
			await origin.close();
		},
	};
}
