/** Runs axe on every state of the page. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testVisits, violations, VISITS } from '../support/accessibility.ts';

const it = suite('page accessibility');

const one = testVisits(it, VISITS);

it('should find what axe objects to', async () => {
	const page = await one.open('?id=0');
	await page.getByText('直播尚未开始').waitFor();
	await page.evaluate(() => {
		const button = document.createElement('button');
		button.style.cssText = 'color:#999;background:#aaa';
		document
			.querySelector('.introduction')!
			.append(
				button,
				Object.assign(document.createElement('p'), { textContent: '看不清', style: 'color:#ccc;background:#fff' }),
			);
	});
	const found = await violations(page);
	for (const rule of ['button-name', 'color-contrast'])
		assert.ok(
			found.some((line) => line.startsWith(rule)),
			`${rule}: ${found}`,
		);
});

it.run();
