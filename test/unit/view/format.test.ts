import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { peopleCount } from '../../../src/view/page/format.ts';

const it = suite('format');

const counts: [number, string][] = [
	[0, '0'],
	[986, '986'],
	[9999, '9999'],
	[10_000, '1.0万'],
	[10_999, '1.1万'],
	[11_000, '1.1万'],
	[12_999, '1.3万'],
	[19_999, '2.0万'],
	[99_999, '10.0万'],
	[123_456, '12.3万'],
	[1_000_000, '100.0万'],
	[99_994_999, '9999.5万'],
	[99_999_999, '1.0亿'],
	[123_456_789, '1.2亿'],
];
for (const [count, shown] of counts) it(`should show ${count} as ${shown}`, () => assert.is(peopleCount(count), shown));

it('should keep text', () => assert.is(peopleCount('10万+'), '10万+'));

it.run();
