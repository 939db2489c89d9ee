import { fire, render, reset, settle, setup } from '../../support/dom.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { calendarFile } from '../../../src/share/calendar.ts';
import { createOpening } from '../../../src/view/stage/opening.tsx';
import { openingText, startName } from '../../../src/view/stage/opening-text.ts';

const it = suite('opening');
it.before.each(() => setup());
it.after.each(() => {
	mock.timers.reset();
	return reset();
});

const START = new Date(2026, 11, 31, 19, 0).getTime();
const at = (month: number, day: number, hour: number, minute = 0, second = 0) =>
	new Date(2026, month - 1, day, hour, minute, second).getTime();

for (const [now, name, text] of [
	[at(11, 20, 8), '12月31日 19:00', '12月31日 19:00 开播'],
	[at(12, 30, 23, 59), '明晚 19:00', '明晚 19:00 开播'],
	[at(12, 31, 0), '今晚 19:00', '今晚 19:00 开播'],
	[at(12, 31, 18), '今晚 19:00', '今晚 19:00 开播'],
	[at(12, 31, 18, 0, 1), '今晚 19:00', '距开播 59:59'],
	[at(12, 31, 18, 59, 59), '今晚 19:00', '距开播 0:01'],
	[START, '今晚 19:00', '即将开播'],
	[START + 600_000, '今晚 19:00', '即将开播'],
] as const)
	it(`should say ${text}`, () => assert.equal([startName(START, now), openingText(START, now)], [name, text]));

it('should name a morning, and another year', () => {
	assert.is(startName(at(12, 31, 9, 5), at(12, 31, 0)), '今天 09:05');
	assert.is(startName(new Date(2027, 0, 2, 9).getTime(), START), '2027年1月2日 09:00');
});

it('should make a calendar file of which no text can begin a line of its own', () => {
	const lines = calendarFile({ title: '春,节\nEND:VEVENT', url: 'https://a.example/?id=1', startTime: 1.8e12 }, 1.7e12);
	assert.match(lines, '\r\nDTSTART:20270115T080000Z\r\nDTEND:20270115T090000Z\r\nSUMMARY:春\\,节 END:VEVENT\r\n');
	assert.is(lines.match(/\nEND:VEVENT\r/g)!.length, 1);
	assert.match(lines, 'URL:https://a.example/?id=1\r\n');
});

it('should count down in the last hour, without a timer while hidden, and add to the calendar or copy', async () => {
	// The phone's clock is a day late.
	const wrong = 86_400_000;
	mock.timers.enable({ apis: ['Date', 'setTimeout'], now: START - 3_602_000 - wrong });
	const copied: string[] = [];
	let takesFiles = true;
	const Opening = createOpening(
		() => takesFiles,
		() => Date.now() + wrong,
	);
	const data = { title: '音乐会', startTime: START, shareUrl: 'https://a.example/' };
	const actions = { copy: (text: string) => copied.push(text) };
	const page = { live: { state: { value: { data } } }, insideApp: { value: false }, actions };
	const showing = render(<Opening page={page as never} />);
	const settleNow = async (promise: Promise<unknown>) => {
		const tick = setImmediate(function again() {
			mock.timers.tick(0);
			timer = setImmediate(again);
		});
		let timer = tick;
		await promise;
		clearImmediate(timer);
	};
	await settleNow(showing);
	const view = await showing;
	const text = () => view.querySelector('[role=timer]')!.textContent;
	assert.is(text(), '今晚 19:00 开播');
	mock.timers.tick(2002);
	await settleNow(settle());
	assert.is(text(), '距开播 1:00:00');
	Object.assign(document, { hidden: true });
	await settleNow(fire(document, 'visibilitychange'));
	mock.timers.tick(1_800_000);
	await settleNow(settle());
	assert.is(text(), '距开播 1:00:00', 'hidden');
	Object.assign(document, { hidden: false });
	await settleNow(fire(document, 'visibilitychange'));
	assert.match(text()!, /^距开播 (29:5\d|30:00)$/);
	const button = view.querySelector('button')!;
	await settleNow(fire(button, 'click'));
	takesFiles = false;
	await settleNow(fire(button, 'click'));
	assert.equal(copied, ['音乐会 今晚 19:00 https://a.example/']);
});

it.run();
