import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { peopleCount } from '../../../src/view/page/format.ts';
import { timeOf } from '../../../src/safe/time.ts';
import { timeOfDay } from '../../../src/view/page/time-of-day.ts';
import { inZone } from '../../support/in-zone.ts';

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

for (const [sent, zone, shown] of [
	['2026-03-08T06:59:00Z', 'America/New_York', '01:59'],
	['2026-03-08T07:00:00Z', 'America/New_York', '03:00'],
	['2026-11-01T05:30:00Z', 'America/New_York', '01:30'],
	['2026-11-01T06:30:00Z', 'America/New_York', '01:30'],
	['2026-03-08T07:00:00Z', 'Asia/Shanghai', '15:00'],
	['2026-03-08T15:00:00+08:00', 'Asia/Kathmandu', '12:45'],
	// Without a zone it is of the viewer's.
	['2026-03-08 02:30:00', 'America/New_York', '03:30'],
	['2026-03-08 02:30:00', 'Asia/Shanghai', '02:30'],
] as const)
	it(`should show a message of ${sent} in ${zone} at ${shown}`, () =>
		inZone(zone, () => assert.is(timeOfDay(timeOf(sent)), shown)));

it.run();
