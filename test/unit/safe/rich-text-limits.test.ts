import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isTooCostly } from '../../../src/safe/rich-text-limits.ts';

const it = suite('limits of rich text');

/** Each at its limit, and one over it. */
const costly: [what: string, allowed: string, refused: string][] = [
	['characters', `<p title="${'a'.repeat(49_988)}">`, '-'.repeat(50_001)],
	['characters of text', '文'.repeat(25_000), '文'.repeat(25_001)],
	['characters of other scripts', 'ﷺ'.repeat(3000), 'ﷺ'.repeat(3001)],
	['tags', '<p>文'.repeat(1000), '<p>'.repeat(1001)],
	['words and attributes', `<p ${'a '.repeat(4496)}>`, `<p ${'a '.repeat(4501)}>`],
	['words and attributes', `<p ${'a=""'.repeat(4490)}>`, `<p ${'a="1"'.repeat(2251)}>`],
];
for (const [what, allowed, refused] of costly)
	it(`should refuse rich text of too many ${what}, and say so`, () => {
		const warnings: string[] = [];
		const { warn } = console;
		console.warn = (text: string) => void warnings.push(text);
		try {
			assert.is(isTooCostly(allowed), false);
			assert.equal(warnings, []);
			assert.is(isTooCostly(refused), true);
		} finally {
			console.warn = warn;
		}
		assert.ok(warnings.some((text) => text.endsWith(` ${what}`)));
	});

it('should not refuse a long article', () => {
	const paragraph = `<p style="margin: 0px; line-height: 1.75; text-align: justify;"><strong>${'很长的文字。'.repeat(20)}</strong></p>`;
	assert.is(isTooCostly(paragraph.repeat(150)), false);
});

it.run();
