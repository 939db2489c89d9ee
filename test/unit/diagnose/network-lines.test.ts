import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { networkLines } from '../../../src/diagnose/network-lines.ts';
import { setGlobals } from '../../support/fake-browser.ts';

const it = suite('diagnosed network');
it.after.each(() => mock.restoreAll());

/** Characters of the script that the rate is measured by; a third of them are sent. */
const SCRIPT = 30_000;

// Milliseconds to the page, of a round trip, and of the script's bytes; levels of the three lines.
for (const [page, roundTrip, load, ...levels] of [
	[1499, 249, 79, 0, 0, 0],
	[1500, 250, 80, 1, 1, 1],
	[4999, 799, 319, 1, 1, 1],
	[5000, 800, 320, 2, 2, 2],
] as const)
	it(`should judge ${page} ms to the page, ${roundTrip} ms back and ${load} ms of load`, async () => {
		let now = 0;
		mock.method(performance, 'now', () => now);
		setGlobals({ location: { href: 'https://live.example.com/diagnose.html' } });
		mock.method(globalThis, 'fetch', async (url: string, { method }: { method: string }) => {
			now += method === 'HEAD' ? roundTrip : page;
			const isScript = url.endsWith('rts.js');
			const text = async () => ((now += isScript ? load : 0), 'x'.repeat(isScript ? SCRIPT : 1));
			return { ok: true, text };
		});
		const { lines } = await networkLines();
		const found = lines.map(([id, level]) => `${id} ${level}`);
		assert.equal(found, [`pg ${levels[0]}`, `rr ${levels[1]}`, `kb ${levels[2]}`]);
	});

it('should say that the page is not reached', async () => {
	mock.method(globalThis, 'fetch', async () => {
		throw new TypeError('no answer');
	});
	assert.equal(await networkLines(), { html: '', lines: [['pg', 2]] });
});

it.run();
