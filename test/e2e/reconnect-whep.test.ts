/** What reconnecting by WHEP has of its own. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ConnectionKeeper, keepConnection } from '../support/latest-connection.ts';
import { movement, playing } from '../support/picture.ts';
import { connections, counting, chooseQuality, soon, untilMoving } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until } from '../support/until.ts';

/** A network whose kind `setNetwork` changes. */
const fakeNetwork = (page: Page) =>
	page.addInitScript(() => {
		Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { type: 'wifi' }) });
	});
const setNetwork = (page: Page, type: string) =>
	page.evaluate((type) => {
		const { connection } = navigator as unknown as { connection: EventTarget };
		Object.assign(connection, { type }).dispatchEvent(new Event('change'));
	}, type);

const it = suite('reconnect, WHEP');
const scenario = sideBySide(it);

scenario(
	'should end a WHEP session once the next plays, which offers the sound alone where that is chosen and restarts ICE',
	async ({ origin, visit }) => {
		const sessions = (method: string) =>
			origin.requests().filter((r) => r.path?.startsWith('/whep/') && r.method === method);
		const page = await visit('?id=6', fakeNetwork);
		await playing(page);
		await scriptRan(page, 'more');
		await chooseQuality(page, '只听声音');
		await until(() => sessions('POST').length === 2 && sessions('DELETE').length === 1);
		assert.equal(
			sessions('POST').map(({ body }) => [/^m=audio/m.test(body), /^m=video/m.test(body)]),
			[
				[true, true],
				[true, false],
			],
		);
		// The session's own URL. Where the closed connection was noticed first, the answer is 404.
		const first = sessions('DELETE')[0]!.path;
		assert.match(first, /^\/whep\/demo2\/[\w-]+$/);
		await until(() => origin.viewers('demo2') === 1);
		await setNetwork(page, 'cellular');
		await until(() => sessions('PATCH').some(({ status }) => status === 200));
		assert.ok(sessions('PATCH').every(({ path }) => path !== first));
	},
);

scenario(
	'should restart ICE within the WHEP session on another network, and go on where the server refuses that',
	async ({ origin, visit, problems }) => {
		const restarts = () => origin.requests().flatMap(({ method, status }) => (method === 'PATCH' ? [status] : []));
		const page = await visit('?id=6', async (page) => {
			await counting(page);
			await keepConnection(page);
			await fakeNetwork(page);
		});
		/** The ICE user names of both sides. */
		const names = () =>
			page.evaluate(() => {
				const { localDescription, remoteDescription } = (self as unknown as ConnectionKeeper).latestConnection;
				return [localDescription, remoteDescription].map((one) => /a=ice-ufrag:(.*)/.exec(one!.sdp)![1]!);
			});
		await playing(page);
		await scriptRan(page, 'more');
		const [local, remote] = await names();

		origin.setFault({ path: '/whep/', method: 'PATCH', status: 405 });
		await setNetwork(page, 'cellular');
		await until(() => restarts().join() === '405');
		assert.ok((await movement(page)) > 1);
		assert.equal(await names(), [local, remote]);

		// A change that is none of the network's kind, then one that is.
		await setNetwork(page, 'cellular');
		await setNetwork(page, 'wifi');
		await until(() => restarts().join() === '405,200');
		// Longer than what had arrived before can last: the server sends to what it has checked with the new names only.
		const time = await page.evaluate(() => document.querySelector('video')!.currentTime);
		await page.waitForFunction((time) => document.querySelector('video')!.currentTime > time, time + 1.5);
		assert.ok((await movement(page)) > 1);
		assert.ok((await names()).every((name) => name !== local && name !== remote));
		assert.equal(restarts(), [405, 200]);
		assert.is((await connections(page)).made, 1);
		assert.equal(problems, []);
	},
	soon,
);

scenario('should leave out of an offer what a WHEP server refuses', async ({ origin, visit, problems }) => {
	const offers = () => origin.requests().filter(({ method, path }) => method === 'POST' && path === '/whep/demo2');
	const page = await visit('?id=6', counting);
	await playing(page);
	await scriptRan(page, 'more');
	origin.setFault({ path: '/whep/', method: 'POST', status: 406, body: 'the stream has no audio' });
	await origin.stream('demo2', 'restart');
	await until(() => offers().length === 3);
	await untilMoving(page);
	assert.equal(
		offers().map(({ body }) => /^m=audio[^]*^a=inactive[^]*^m=video/m.test(body)),
		[false, false, true],
	);
	assert.equal(await connections(page), { open: 1, most: 1, made: 2 });
	assert.equal(problems, []);
});

it.run();
