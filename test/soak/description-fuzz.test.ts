/** Generated descriptions that aim at parsing twice, tables, floats and lengths: none takes long, and none changes when it is inserted. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type {} from '../../src/entry/handoff.ts';
import { bundle } from '../support/bundle.ts';
import { pageLoaded } from '../support/payload-page.ts';
import { openSite } from '../support/site.ts';

const it = suite('generated descriptions');

const COUNT = 20_000;
const BATCH = 500;
/** Milliseconds that sanitizing, and layout, may take of a processor slowed four times. */
const LIMIT = 200;
const SLOWDOWN = 4;

/** Runs in the page, beside `generateDescription`. */
const IN_PAGE = `
	import { generateDescription } from './test/support/generate-description.ts';
	const { sanitize } = window.livePage;
	const place = document.querySelector('.introduction').appendChild(document.createElement('div'));
	let content;
	console.warn = () => {};
	self.fuzz = {
		clear() {
			place.textContent = '';
			void place.offsetHeight;
		},
		sanitizing(seed) {
			content = sanitize(generateDescription(seed), (url) => url);
		},
		layout() {
			if (content) place.appendChild(content);
			void place.offsetHeight;
		},
		/** Milliseconds by the clock of the two steps, and whether what was made is what is in the page. */
		all(seed) {
			const times = {};
			let before;
			fuzz.clear();
			for (const step of ['sanitizing', 'layout']) {
				const start = performance.now();
				fuzz[step](seed);
				times[step] = performance.now() - start;
				if (step === 'sanitizing') before = content && content.cloneNode(true);
			}
			return {
				times,
				refused: !content,
				same: !content || (before.isEqualNode(place.firstChild) && place.childNodes.length === 1),
				elements: place.querySelectorAll('*').length,
			};
		},
	};
`;

it(`should be shown within ${LIMIT} ms at ${SLOWDOWN}x, and exactly as measured`, async () => {
	const site = await openSite();
	try {
		const { page, problems } = await site.visit('?id=0', { bypassCSP: true });
		await pageLoaded(page);
		await page.locator('.rich').waitFor();
		await page.context().route(/\/x$/, (route) => route.abort());
		await page.evaluate(await bundle(IN_PAGE));
		const devtools = await page.context().newCDPSession(page);
		await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
		const processorTime = async (run: string) => {
			const read = async () => {
				const { metrics } = await devtools.send('Performance.getMetrics');
				return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
			};
			const before = await read();
			await page.evaluate(run);
			return (await read()) - before;
		};
		/** Milliseconds of the processor that each step takes, the least of three rounds. */
		async function measure(seed: number) {
			const least = { seed, sanitizing: Infinity, layout: Infinity };
			for (let round = 0; round < 3; round++) {
				await page.evaluate('fuzz.clear()');
				for (const step of ['sanitizing', 'layout'] as const)
					least[step] = Math.min(least[step], await processorTime(`fuzz.${step}(${seed})`));
			}
			return least;
		}

		const slow: Awaited<ReturnType<typeof measure>>[] = [];
		const different: number[] = [];
		let [refused, mostElements] = [0, 0];
		for (let from = 0; from < COUNT; from += BATCH) {
			const batch = await page.evaluate(
				({ from, to }) => Array.from({ length: to - from }, (_, index) => (self as any).fuzz.all(from + index)),
				{ from, to: Math.min(from + BATCH, COUNT) },
			);
			for (const [index, one] of batch.entries()) {
				if (one.refused) refused++;
				if (!one.same) different.push(from + index);
				mostElements = Math.max(mostElements, one.elements);
				// By the clock of a busy machine; the processor's time decides.
				if (Math.max(one.times.sanitizing, one.times.layout) * SLOWDOWN > LIMIT) slow.push(await measure(from + index));
			}
		}
		const worst = slow.sort((a, b) => Math.max(b.sanitizing, b.layout) - Math.max(a.sanitizing, a.layout)).slice(0, 5);
		console.log(`${COUNT - refused} as rich text, of ${mostElements} elements at most; slowest`, worst);
		assert.equal(different, []);
		assert.ok(refused < COUNT / 4, `${refused} as plain text`);
		for (const one of worst)
			assert.ok(Math.max(one.sanitizing, one.layout) * SLOWDOWN <= LIMIT, `${JSON.stringify(one)} at 1x`);
		assert.equal(problems, []);
	} finally {
		await site.close();
	}
});

it.run();
// time limit: 400 s
