import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { momentsIn } from '../../../src/view/page/moments.ts';

const it = suite('moments');

/** In a recording of two hours: text, and seconds found in it. */
for (const [text, ...seconds] of [
	['12:34 老师提问', 754],
	['看 1:02:03，还有31：07', 3723, 1867],
	['（0:05）', 5],
	['75:30', 4530],
	['没有时间', ...[]],
	// Beyond its end, times of day, ranges, dates, scores of three parts.
	['3:00:00 见'],
	['下午2:30开播'],
	['今晚 19:30'],
	['19:00-20:30 返校'],
	['11月28日 8:30'],
	['8:30 至 9:00'],
	['2026:11:28:30'],
	['1:75'],
	['9:30～11:00'],
	['周六20:00，星期三 18:30'],
	['北京时间20:00，3:15 PM，20:00准时，09:30开播'],
	['比分3:2'],
] as [string, ...number[]][])
	it(`should find ${seconds.length ? seconds.join(' and ') : 'no place'} in ${text}`, () => {
		const parts = momentsIn(text, 7200);
		const found = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.seconds]));
		assert.equal(found, seconds);
		assert.is(parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''), text);
	});

it.run();
