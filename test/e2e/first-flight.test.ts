// alone
import { readFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtPage } from '../support/built-page.ts';
import demo from '../origin/demo.json' with { type: 'json' };
import { movement, playing } from '../support/picture.ts';
import { openSite } from '../support/site.ts';

const it = suite('first flight');

it('should paint and move the picture while the bundle is held back', async () => {
	const { origin, visit, close } = await openSite();
	try {
		origin.setFault({ path: '/app.', times: -1, delayMs: 8000 });
		const { page } = await visit('?id=1');
		await playing(page);
		assert.ok((await movement(page)) > 1);
		const { painted, hydrated } = await page.evaluate(() => ({
			painted: performance.getEntriesByName('first-contentful-paint').length,
			hydrated: performance
				.getEntriesByType('resource')
				.some((entry) => /\/app\./.test(entry.name) && (entry as PerformanceResourceTiming).responseEnd > 0),
		}));
		assert.is(painted, 1);
		assert.not(hydrated);
		assert.ok(await page.getByRole('tab', { name: '直播介绍' }).isVisible());
	} finally {
		await close();
	}
});

/** A host that passes everything on but the document, which goes out piece by piece as told. */
async function trickle(origin: string) {
	const html = readFileSync(join(builtPage(demo), 'index.html'), 'utf8');
	let document: ServerResponse | undefined;
	let sent = 0;
	const server = createServer((incoming, outgoing) => {
		if (incoming.url!.startsWith('/?')) {
			document = outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
			return document.flushHeaders();
		}
		const { method, url, headers } = incoming;
		incoming.pipe(
			request(new URL(url!, origin), { method, headers }, (answer) => {
				outgoing.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(outgoing);
			}).on('error', () => outgoing.destroy()),
		);
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Sends the document up to a text, or to its end. */
		send(upTo?: string) {
			const end = upTo ? html.indexOf(upTo) : html.length;
			document!.write(html.slice(sent, end));
			sent = end;
			if (!upTo) document!.end();
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

it('should ask for the live from the head, and paint before the script of the picture has come', async () => {
	const { origin, browser, close } = await openSite();
	const host = await trickle(origin.url);
	try {
		const page = await browser.newPage();
		await page.addInitScript({ content: 'self.__name = fn => fn' });
		await page.goto(`${host.url}/?id=1`, { waitUntil: 'commit' });
		const asked = () => origin.requests().map(({ path }) => path);
		assert.equal(asked(), []);
		host.send('<style>');
		for (let tries = 0; tries < 100 && !asked().length; tries++) await page.waitForTimeout(50);
		assert.equal(asked(), ['/juvenile/api/live/detail']);
		host.send('<noscript>');
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
		assert.ok(await page.getByRole('tab', { name: '直播介绍' }).isVisible());
		assert.equal(asked(), ['/juvenile/api/live/detail']);
		host.send();
		await playing(page);
		assert.ok((await movement(page)) > 1);
		assert.is(asked().filter((path) => path === '/juvenile/api/live/detail').length, 1);
	} finally {
		host.close();
		await close();
	}
});

for (const [where, userAgent] of [
	['a browser', undefined],
	[
		'WeChat',
		'Mozilla/5.0 (Linux; Android 13; V2307A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47.2560(0x28002F51) Process/tools NetType/4G Language/zh_CN ABI/arm64',
	],
] as const)
	it(`should ask in the order of need, and for nothing else of any host before the first frame, in ${where}`, async () => {
		const { origin, visit, close } = await openSite();
		try {
			// Time enough for whatever a timer would ask for.
			origin.setFault({ path: '/live/', delayMs: 2500 });
			const { page } = await visit('?id=1', {
				userAgent,
				before: async (page) => {
					await page.addInitScript(() => {
						const note = () => ((self as unknown as { firstFrame: number }).firstFrame ??= performance.now());
						document.addEventListener('loadeddata', note, true);
					});
				},
			});
			await playing(page);
			await page.waitForTimeout(1500);
			const { before, after } = await page.evaluate(() => {
				const { firstFrame } = self as unknown as { firstFrame: number };
				const names = (early: boolean) =>
					performance
						.getEntriesByType('resource')
						.filter(({ startTime }) => startTime < firstFrame === early)
						.map(({ name }) =>
							name
								.replace(location.origin, '')
								.replace(/\?.*/, '')
								.replace(/\.\w{8}\./, '.'),
						);
				return { before: names(true), after: names(false) };
			});
			// The head picture is in view; the pictures of the introduction wait for the first frame.
			assert.equal(
				before.filter((name) => !/badge/.test(name)),
				['/juvenile/api/live/detail', '/live/demo', '/app.js'],
			);
			assert.ok(
				after.some((name) => /campus/.test(name)),
				'the pictures of the introduction do come',
			);
			assert.is(origin.requests().filter(({ path }) => path === '/juvenile/api/live/detail').length, 1);
		} finally {
			await close();
		}
	});

for (const [what, query, fault] of [
	['there is no stream to ask for', '?id=0', undefined],
	['the live cannot be had', '?id=1', { status: 500 }],
	['the live is unknown', '?id=404', undefined],
	['the address has no id', '', undefined],
] as const)
	it(`should ask for the bundle at once when ${what}`, async () => {
		const { origin, visit, close } = await openSite();
		try {
			if (fault) origin.setFault({ path: '/juvenile/api/live/detail', ...fault });
			const { page } = await visit(query, {
				// The timer that asks for the bundle whatever happens.
				before: async (page) => {
					await page.addInitScript(() => {
						const real = self.setTimeout as (...args: unknown[]) => number;
						self.setTimeout = ((...args: unknown[]) => (args[1] === 600 ? 0 : real(...args))) as never;
					});
				},
			});
			await page.waitForFunction(
				() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/app.')),
				undefined,
				{ timeout: 5000 },
			);
		} finally {
			await close();
		}
	});

it('should make the offer while the answer about the live travels', async () => {
	const { origin, visit, close } = await openSite();
	try {
		origin.setFault({ path: '/juvenile/api/live/detail', delayMs: 1500 });
		const { page } = await visit('?id=1', {
			before: async (page) => {
				await page.addInitScript(() => {
					const real = RTCPeerConnection.prototype.setLocalDescription as (...args: unknown[]) => Promise<void>;
					RTCPeerConnection.prototype.setLocalDescription = function (this: RTCPeerConnection, ...args: unknown[]) {
						(self as unknown as { offers: number[] }).offers = [
							...((self as unknown as { offers?: number[] }).offers ?? []),
							performance.now(),
						];
						return real.apply(this, args);
					};
				});
			},
		});
		await playing(page);
		const offers = await page.evaluate(() => (self as unknown as { offers: number[] }).offers);
		assert.is(offers.length, 1, 'one offer is enough');
		assert.ok(offers[0]! < 1500, `the offer was made at ${offers[0]} ms`);
		// 600 ms after the start the bundle is asked for, although the answer is still on its way.
		const [detail, bundle] = ['/juvenile/api/live/detail', '/app.'].map(
			(path) => origin.requests().find((request) => request.path?.startsWith(path))!.time,
		);
		assert.ok(bundle! - detail! < 1400, `the bundle was asked for ${bundle! - detail!} ms after the detail`);
	} finally {
		await close();
	}
});

it('should keep the running video element through hydration', async () => {
	const { origin, visit, close } = await openSite();
	try {
		origin.setFault({ path: '/app.', delayMs: 3000 });
		const { page } = await visit('?id=1');
		await playing(page);
		await page.evaluate(() => {
			const video = document.querySelector('video')!;
			Object.assign(self, { served: video, paused: 0 });
			video.addEventListener('pause', () => (self as unknown as { paused: number }).paused++);
			video.addEventListener('emptied', () => (self as unknown as { paused: number }).paused++);
		});
		await page.getByText('第十二届校园科技文化节').first().waitFor();
		assert.equal(
			await page.evaluate(() => [
				document.querySelector('video') === (self as unknown as { served: unknown }).served,
				(self as unknown as { paused: number }).paused,
			]),
			[true, 0],
		);
		assert.ok((await movement(page)) > 1);
	} finally {
		await close();
	}
});

it('should take token and user id out of the address before any other script, and still know them after a reload', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1&userId=42&token=demo&from=singlemessage#top');
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.getByRole('textbox', { name: '说点什么' }).waitFor();
		assert.match(page.url(), /\?id=1&from=singlemessage#top$/);
		await page.reload();
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.getByRole('textbox', { name: '说点什么' }).waitFor();
	} finally {
		await close();
	}
});

it.run();
