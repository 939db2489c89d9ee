/** The first picture by HTTP before a real-time stream; test/soak has links and visits where it gives way or is not requested. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { far, film, filming, FIRST, PUBLIC, reads, STREAM, untilAbove } from '../support/first-picture.ts';
import { playing } from '../support/picture.ts';
import { withoutUdp } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('first picture');
const scenario = sideBySide(it, { atOnce: 2 });

scenario(
	'should show the picture first, give way to the stream without a black frame, and end its request',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		let release = () => {};
		const { page, problems } = await visit('?id=1', {
			async before(page) {
				await filming(page);
				release = await holdRequests(page, '**/live/demo');
			},
		});
		await untilAbove(page);
		assert.equal([reads(origin).length, origin.readers()], [1, 1]);
		release();
		await until(() => origin.readers() === 0, 'the end of its request', 15_000);
		const [script, picture] = await page.evaluate(() => {
			const all = performance.getEntriesByType('resource');
			return ['/live-http.', '.flv'].map((part) => all.find(({ name }) => name.includes(part))!.startTime);
		});
		assert.ok(picture! - script! > 20, 'a server that gets both at once may answer with the burst first');
		await playing(page);
		const { black, both, wasDrawn } = await film(page);
		assert.equal([black, both, wasDrawn], [0, 0, true]);
		await until(() => origin.viewers() === 1, 'one viewer');
		assert.not(await page.evaluate(() => document.querySelector('video')!.muted));
		assert.equal(problems, []);
	},
	FIRST,
);

scenario(
	'should show a picture at once, go on over HTTP where the network lets no UDP through, and come back once it does, though the stage script is late',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		let [release, answer] = [() => {}, () => {}];
		const { page } = await visit('?id=1', {
			async before(page) {
				await filming(page);
				await withoutUdp(page);
				release = await holdRequests(page, '**/stage.*.js');
				answer = await holdRequests(page, '**/live/demo');
			},
		});
		await untilAbove(page);
		answer();
		const { shownAt, black } = await film(page);
		const ended = await page.evaluate(() => performance.timing.responseEnd - performance.timing.navigationStart);
		assert.ok(shownAt - ended < within(1500).timeout, `${shownAt - ended} ms after the HTML`);
		// Beneath, in the page's own element.
		await page.waitForFunction(() => /^blob:/.test(document.querySelector('video')!.src), undefined, within(20_000));
		await playing(page, within(15_000));
		assert.is(black, 0);
		await until(() => origin.readers() === 1, 'one request');
		await scriptRan(page, 'more');
		release();
		await scriptRan(page, 'stage');
		await page.evaluate(() => {
			Object.assign(self, { blocked: false });
			dispatchEvent(new Event('online'));
		});
		await until(() => origin.readers() === 0 && origin.viewers() === 1, 'the stream', 15_000);
		await playing(page);
	},
	PUBLIC,
);

scenario(
	'should play as ever where the picture is missing',
	async (site) => {
		far(site);
		site.origin.setFault({ path: '/live/demo1_ld.flv', status: 404 });
		const { page } = await site.visit('?id=1', { before: filming });
		await playing(page, within(10_000));
		assert.is((await film(page)).above, 0);
		await until(() => site.origin.viewers() === 1, 'one viewer');
	},
	FIRST,
);

for (const [name, config, isShown] of [
	['show a public picture before the answer, and take it back where that refuses', PUBLIC, true],
	['show nothing before the answer otherwise', FIRST, false],
] as const)
	scenario(
		`should ${name}`,
		async (site) => {
			const { origin, visit } = site;
			far(site);
			origin.setFault({ path: '/juvenile/api/live/detail', status: 403, body: { code: 403 }, times: -1 });
			let answer = () => {};
			const { page } = await visit('?id=1', {
				async before(page) {
					answer = await holdRequests(page, '**/juvenile/api/live/detail*');
					await filming(page);
				},
			});
			if (isShown) await untilAbove(page);
			else {
				await until(() => origin.readers() === 1, 'its request', 10_000);
				// As long as it takes to be shown where it is public.
				await delay(1000);
			}
			answer();
			await until(
				() => origin.requests().some(({ path, status }) => /detail$/.test(path) && status === 403),
				'an answer',
			);
			await until(() => origin.readers() === 0, 'the end of its request', 1000);
			assert.is((await film(page)).above > 0, isShown);
			assert.is(
				await page.evaluate(() => !!document.querySelector('video')!.parentElement!.shadowRoot?.querySelector('video')),
				false,
			);
		},
		config,
	);

scenario(
	'should take a picture back within a second of an answer that names another stream, and play that',
	async (site) => {
		const { origin, visit } = site;
		far(site);
		let answer = () => {};
		let stream = () => {};
		const { page } = await visit('?id=1', {
			async before(page) {
				answer = await holdRequests(page, '**/juvenile/api/live/detail*');
				// Whose first bytes would end the request, too.
				stream = await holdRequests(page, '**/live/demo');
				await filming(page);
			},
		});
		await untilAbove(page);
		answer();
		await until(() => origin.requests().some(({ path }) => path.endsWith('/detail')), 'an answer');
		await until(() => origin.readers() === 0, 'the end of its request', 1000);
		stream();
		await playing(page, within(10_000));
		assert.equal(reads(origin), ['/live/demo91_ld.flv']);
		await until(() => origin.viewers('demo') === 1, 'one viewer');
	},
	{ rts: { first: STREAM, public: true, stream: 'artc://localhost:1/live/demo9{id}' } },
);

it.run();
