import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { peopleCount } from '../../../src/view/page/format.ts';

const it = suite('format');

for (const [count, shown] of [
	[0, '0'],
	[9999, '9999'],
	[10_000, '1.0万'],
	[10_999, '1.1万'],
	[123_456, '12.3万'],
	[99_994_999, '9999.5万'],
	[99_999_999, '1.0亿'],
	[123_456_789, '1.2亿'],
	['10万+', '10万+'],
] as const)
	it(`should show ${count} as ${shown}`, () => assert.is(peopleCount(count), shown));

it.run();
