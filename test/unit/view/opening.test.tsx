import { fire, render, reset, settle, setup } from '../../support/dom.ts';
import { inZone } from '../../support/in-zone.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { calendarFile, takesFiles } from '../../../src/share/calendar.ts';
import { environment } from '../../../src/visit/environment.ts';
import { userAgentOf } from '../../fixtures/user-agents.ts';
import { createOpening } from '../../../src/view/stage/opening.tsx';
import { openingText, startName } from '../../../src/view/stage/opening-text.ts';

const it = suite('opening');
it.before.each(() => setup());
it.after.each(() => {
	mock.timers.reset();
	return reset();
});

/** Of apps whose web views are not told apart otherwise. */
const AGENTS: Record<string, string> = {
	'Android phone, Chrome':
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
	'iPhone, Safari':
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
	Weibo:
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Weibo (iPhone15,2__weibo__15.3.2__iphone__os18.5)',
	Feishu:
		'Mozilla/5.0 (Linux; Android 14; PJA110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 Lark/7.20.5 LarkLocale/zh_CN ChannelName/Feishu',
	Douyin:
		'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 aweme_30.1.0 JsSdk/2.0 NetType/WIFI Safari/604.1',
	Alipay:
		'Mozilla/5.0 (Linux; U; Android 12; zh-CN; V2148A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22.2 Mobile Safari/537.36 UCBS/3.22 NebulaSDK/1.8 AlipayClient/10.3.0 Language/zh-Hans',
	Xiaohongshu:
		'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 discover/8.30 xhsdiscover',
	Baidu:
		'Mozilla/5.0 (Linux; Android 13; M2102K1C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/97.0.4692.98 Mobile Safari/537.36 T7/13.50 SP-engine/2.90.0 baiduboxapp/13.51.0.10 (Baidu; P1 13)',
	Toutiao:
		'Mozilla/5.0 (Linux; Android 12; PGT-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3770.156 Mobile Safari/537.36 JsSdk/2 NewsArticle/9.4.1 NetType/wifi',
	'app on HarmonyOS':
		'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile',
	'app on an iPad': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
	Kuaishou:
		'Mozilla/5.0 (Linux; Android 13; V2219A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 Mobile Safari/537.36 Kwai/12.1.10',
	WhatsApp:
		'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 WhatsApp/2.24.1',
};
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
	for (const byDate of [false, true])
		assert.is(startName(new Date(2027, 0, 2, 9).getTime(), START, byDate), '2027年1月2日 09:00');
});

it('should name no hour where only the day is known', () => {
	const start = at(12, 31, 0);
	for (const [now, text] of [
		[at(12, 28, 8), '12月31日 开播'],
		[at(12, 30, 23, 30), '明天 开播'],
		[at(12, 31, 19), '今天 开播'],
		[new Date(2027, 0, 1).getTime(), '即将开播'],
	] as const)
		assert.is(openingText(start, now), text);
	assert.match(calendarFile({ title: '', url: '', startTime: start }), '\r\nDTSTART;VALUE=DATE:20261231\r\nSUMMARY');
});

/** Days that are longer or shorter than 24 hours, or have no midnight. */
for (const [zone, year, month, date] of [
	['Asia/Shanghai', 2026, 3, 8],
	['America/New_York', 2026, 3, 8],
	['America/New_York', 2026, 11, 1],
	['America/Santiago', 2026, 9, 6],
	['America/Santiago', 2026, 4, 5],
	['Australia/Lord_Howe', 2026, 10, 4],
] as const)
	it(`should name a start by the days of the calendar in ${zone}, around ${year}-${month}-${date}`, () =>
		inZone(zone, () => {
			const time = (days: number, hour: number, minute = 0) =>
				new Date(year, month - 1, date + days, hour, minute).getTime();
			const day = time(0, 0);
			for (const [start, now, text] of [
				[day, time(-1, 23, 30), '明天 开播'],
				[day, time(0, 1), '今天 开播'],
				[day, time(0, 23, 30), '今天 开播'],
				[day, time(1, 0), '即将开播'],
				[time(0, 19, 5), time(-1, 0), '明晚 19:05 开播'],
				[time(0, 19, 5), time(0, 0), '今晚 19:05 开播'],
				[time(1, 9), time(0, 0), '明天 09:00 开播'],
				[time(1, 9), time(-1, 23, 59), `${month}月${date + 1}日 09:00 开播`],
				[time(0, 4), time(0, 4) - 1_800_000, '距开播 30:00'],
			] as const)
				assert.is(openingText(start, now), text, `${new Date(start)}, on ${new Date(now)}`);
			const digits = [year, month, date].map((part) => `${part}`.padStart(2, '0')).join('');
			assert.match(calendarFile({ title: '', url: '', startTime: day }), `DTSTART;VALUE=DATE:${digits}`);
		}));

const FILES =
	'Safari, Mac; Android phone, Chrome; iPhone, Safari; UC, Android; Quark, Android; QQ Browser, Android; Huawei Browser';
const NO_FILES = `WeChat, Android; a native app, iOS; ${Object.keys(AGENTS).slice(2).join('; ')}`;
for (const [files, agents] of [
	[true, FILES],
	[false, NO_FILES],
] as const)
	for (const name of agents.split('; '))
		it(`should ${files ? '' : 'not '}hand a file to ${name}`, () => {
			const userAgent = AGENTS[name] || userAgentOf(name);
			assert.is(takesFiles(environment(userAgent, name === 'Safari, Mac' ? 0 : 5), userAgent), files);
		});

it('should make a calendar file of which no text can begin a line of its own', () => {
	const lines = calendarFile({ title: '春,节\nEND:VEVENT', url: 'https://a.example/?id=1', startTime: 1.8e12 }, 1.7e12);
	assert.match(lines, '\r\nDTSTART:20270115T080000Z\r\nDTEND:20270115T090000Z\r\nSUMMARY:春\\,节 END:VEVENT\r\n');
	assert.is(lines.match(/\nEND:VEVENT\r/g)!.length, 1);
	assert.match(lines, 'URL:https://a.example/?id=1\r\n');
});

/** Lets timers of the renderer run while a promise is pending. */
async function settleNow(promise: Promise<unknown>) {
	let timer = setImmediate(function again() {
		mock.timers.tick(0);
		timer = setImmediate(again);
	});
	await promise;
	clearImmediate(timer);
}

it('should count down again a minute after a clock that was ahead is set back', async () => {
	mock.timers.enable({ apis: ['Date', 'setTimeout'], now: START - 1_800_000 });
	let ahead = 86_400_000;
	const Opening = createOpening(
		() => {},
		() => true,
		() => Date.now() + ahead,
		String,
	);
	const page = { live: { state: { value: { data: { startTime: START } } } }, insideApp: { value: false } };
	const showing = render(<Opening page={page as never} />);
	await settleNow(showing);
	const view = await showing;
	const text = () => view.querySelector('[role=timer]')!.textContent;
	assert.is(text(), '即将开播');
	ahead = 0;
	mock.timers.tick(61_000);
	await settleNow(settle());
	assert.is(text(), '距开播 28:59');
	mock.timers.tick(1000);
	await settleNow(settle());
	assert.is(text(), '距开播 28:58');
});

it('should count down in the last hour, without a timer while hidden, and add to the calendar or copy', async () => {
	// The phone's clock is a day late.
	const wrong = 86_400_000;
	mock.timers.enable({ apis: ['Date', 'setTimeout'], now: START - 3_602_000 - wrong });
	const copied: string[] = [];
	let files = true;
	let saved = 0;
	const Opening = createOpening(
		() => saved++,
		() => files,
		() => Date.now() + wrong,
		() => 'https://a.example/',
	);
	const data = { title: '音乐会', startTime: START };
	const actions = { copy: (text: string) => copied.push(text) };
	const page = { live: { state: { value: { data } } }, insideApp: { value: false }, actions };
	const showing = render(<Opening page={page as never} />);
	await settleNow(showing);
	const view = await showing;
	// No second of it is read out.
	const text = () => view.querySelector('[role=timer][aria-live=off]')!.textContent;
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
	assert.is(view.querySelector('.visually-hidden')!.textContent, '今晚 19:00 开播');
	const button = view.querySelector('button')!;
	await settleNow(fire(button, 'click'));
	assert.equal([button.textContent, saved, copied], ['添加到日历', 1, []]);
	files = false;
	mock.timers.tick(1000);
	await settleNow(settle());
	assert.is(button.textContent, '复制开播时间');
	await settleNow(fire(button, 'click'));
	// Read tomorrow, too.
	assert.equal([saved, copied], [1, ['音乐会 12月31日 19:00 https://a.example/']]);
});

it.run();
