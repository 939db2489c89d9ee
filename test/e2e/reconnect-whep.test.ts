// alone
/** Reconnecting to a WHEP server, and what both protocols have in common. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ConnectionKeeper, keepConnection } from '../support/latest-connection.ts';
import { movement, playing } from '../support/picture.ts';
import { attempts, connections, counting, detailCalls, seesRecovery, soon, untilMoving } from '../support/reconnect.ts';
import { sideBySide, until } from '../support/scenarios.ts';

const it = suite('reconnect, WHEP');
const scenario = sideBySide(it);

for (const [protocol, id, stream, signalling] of [
	['artc', 1, 'demo', '/live/demo'],
	['WHEP', 6, 'demo2', '/whep/demo2'],
] as const)
	scenario(
		`should play and reconnect by ${protocol} before the bundle has arrived`,
		async ({ origin, visit }) => {
			origin.setFault({ path: '/app.', times: -1, hang: true });
			const page = await visit(`?id=${id}`, counting);
			await untilMoving(page);
			await origin.stream(stream, 'drop');
			await until(() => detailCalls(origin) === 2 && attempts(origin, signalling) > 1);
			await origin.stream(stream, 'restart');
			await seesRecovery(page);
		},
		soon,
	);

scenario(
	'should end a WHEP session before the next, and offer the sound alone where that is chosen',
	async ({ origin, visit }) => {
		const sessions = (method: string) =>
			origin.requests().filter((r) => r.path?.startsWith('/whep/') && r.method === method);
		const page = await visit('?id=6');
		await playing(page);
		await page.evaluate(() => window.livePage!.boot!.player.setAudioOnly(true));
		await until(() => sessions('POST').length === 2 && sessions('DELETE').length === 1);
		assert.equal(
			sessions('POST').map(({ body }) => [/^m=audio/m.test(body), /^m=video/m.test(body)]),
			[
				[true, true],
				[true, false],
			],
		);
		// The session's own URL. Where the closed connection was noticed first, the answer is 404.
		assert.match(sessions('DELETE')[0]!.path, /^\/whep\/demo2\/[\w-]+$/);
		await until(() => origin.viewers('demo2') === 1);
	},
);

scenario(
	'should leave out of an offer what a WHEP server refuses, and restart ICE where it names a version of the session',
	async ({ origin, visit, problems }) => {
		const sent = (method: string) => origin.requests().filter((request) => request.method === method);
		origin.setFault({ path: '/whep/', method: 'POST', times: -1, headers: { etag: '"1"' } });
		const page = await visit('?id=6', async (page) => {
			await counting(page);
			await keepConnection(page);
		});
		await playing(page);
		await page.waitForFunction(() => window.livePage!.onDemand);
		await page.evaluate(() => {
			const { latestConnection } = self as unknown as ConnectionKeeper;
			Object.defineProperty(latestConnection, 'iceConnectionState', { get: () => 'disconnected' });
		});
		await until(() => sent('PATCH').length === 1);
		assert.match(sent('PATCH')[0]!.path, /^\/whep\/demo2\/\w+$/);
		assert.match(sent('PATCH')[0]!.body, /a=ice-ufrag:/);
		// The origin refuses that, and the connection goes on.
		assert.ok((await movement(page)) > 1);
		assert.is((await connections(page)).made, 1);

		origin.setFault({ path: '/whep/', times: 0 });
		origin.setFault({ path: '/whep/', method: 'POST', status: 406, body: 'the stream has no audio' });
		await origin.stream('demo2', 'restart');
		await until(() => sent('POST').filter(({ path }) => path === '/whep/demo2').length === 3);
		await untilMoving(page);
		const offers = sent('POST').filter(({ path }) => path === '/whep/demo2');
		assert.equal(
			offers.map(({ body }) => /^m=audio[^]*^a=inactive[^]*^m=video/m.test(body)),
			[false, false, true],
		);
		assert.equal(await connections(page), { open: 1, most: 1, made: 2 });
		assert.equal(problems, []);
	},
	soon,
);

it.run();
