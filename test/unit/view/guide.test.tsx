import { mock } from 'node:test';
import { fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { readLive } from '../../support/read-live.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChoiceMenu } from '../../../src/view/stage/choice-menu.tsx';
import { createReplayChat } from '../../../src/models/replay-chat.ts';
import { defaults } from '../../../src/config.ts';
import { createGuideReader } from '../../../src/safe/guide.ts';
import { createGuide } from '../../../src/view/guide/guide.tsx';
import { linkMoments } from '../../../src/view/guide/link-moments.ts';
import { Snapshot } from '../../../src/view/guide/snapshot.tsx';

const it = suite('guide');
it.before.each(() => {
	setup();
	Object.assign(globalThis, { NodeFilter: { SHOW_TEXT: 4 } });
});
it.after.each(() => {
	mock.timers.reset();
	mock.restoreAll();
	return reset();
});

const read = createGuideReader(defaults.api.fields);
const CHAPTERS = [
	{ t: 0, text: '开场' },
	{ t: 30, text: '例题' },
	{ t: 90, text: '答疑' },
	{ t: 500, text: '片尾' },
];

/** The guide of a replay of 120 s, at 31 s. */
async function open(fields: object) {
	const video = document.createElement('video');
	Object.assign(video, { duration: 120, currentTime: 31 });
	const { Guide, Marks, Caption } = createGuide(video, read, createReplayChat);
	const { page, view } = await renderView((props) => (
		<div className="stage">
			<Guide page={props.page} ChoiceMenu={ChoiceMenu} />
			<Marks page={props.page} />
			<Caption page={props.page} />
		</div>
	));
	await page.live.load(async () => readLive({ id: 1, status: 3, ...fields }));
	await settle();
	return { page, view, video, button: (name: string) => view.querySelector<HTMLElement>(`button[aria-label=${name}]`) };
}

it('should list the chapters of a replay, mark them, and go to one', async () => {
	const { view, video, button } = await open({ chapters: CHAPTERS });
	await fire(button('章节')!, 'click');
	const rows = [...view.querySelectorAll('[role=menuitemradio]')];
	const shown = rows.map((row) => `${row.textContent} ${row.getAttribute('aria-checked')}`);
	assert.equal(shown, ['开场0:00 false', '例题0:30 true', '答疑1:30 false'], 'none beyond its end');
	const places = [...view.querySelectorAll('.mark')].map((mark) => mark.getAttribute('style')!.replace(/\s/g, ''));
	assert.equal(places, ['left:25%', 'left:75%']);
	await fire(rows[2]!, 'click');
	assert.is(video.currentTime, 90);
});

it('should offer neither chapters nor captions where there are none', async () => {
	const { view } = await open({});
	assert.is(view.querySelector('button'), null);
});

it('should go to a time that is tapped, wherever it stands', async () => {
	const { page, video } = await open({});
	assert.is(page.replay.value!.length, 120);
	const text = document.body.appendChild(document.createElement('div'));
	text.innerHTML = '<p>0:45 <b>实验</b>，1:10；<a href="/">1:20</a> 9:59</p>';
	linkMoments(text, 120);
	const moments = [...text.querySelectorAll('.moment')].map((one) => one.textContent);
	assert.equal(moments, ['0:45', '1:10']);
	assert.is(text.textContent, '0:45 实验，1:10；1:20 9:59');
	await fire(text.querySelectorAll('.moment')[1]!, 'click');
	assert.is(video.currentTime, 70);
	for (const [html, count] of [
		['<li>08:30 开幕式<li>09:00 比赛<li>10:20 火箭<li>14：00 答辩', 0],
		['<li>00:00 序幕<li>09:00 比赛<li>10:20 火箭', 3],
		['<li>09:00 比赛<li>10:21 火箭', 2],
		['<p>比赛在 09:00', 1],
	] as const) {
		text.innerHTML = html;
		linkMoments(text, 3600);
		assert.is(text.querySelectorAll('.moment').length, count, html);
	}
	text.remove();
});

it('should have the chat follow the replay while it is shown', async () => {
	const { page, video } = await open({});
	const places: number[] = [];
	page.replay.value!.chat.update = async (place) => void places.push(place);
	page.tab.value = 'chat';
	await settle();
	await fire(Object.assign(video, { currentTime: 45 }), 'timeupdate');
	page.tab.value = 'news';
	await settle();
	await fire(video, 'timeupdate');
	assert.equal(places, [31, 45]);
});

it('should keep the place of the chat where another quality begins, and not where another recording does', async () => {
	const { page, video } = await open({});
	const { chat } = page.replay.value!;
	for (const [duration, isKept] of [
		[NaN, true],
		[120.4, true],
		[600, false],
	] as const) {
		await fire(Object.assign(video, { duration }), 'durationchange');
		await settle();
		assert.is(page.replay.value!.chat === chat, isKept, `${duration}`);
	}
	assert.is(page.replay.value!.length, 600);
});

it('should show captions once they are chosen, off again by the next click', async () => {
	const fetched = mock.method(
		globalThis,
		'fetch',
		async () => new Response('WEBVTT\n\n00:30.000 --> 00:40.000\n你好\n\n00:40.000 --> 00:50.000\n再见'),
	);
	const { view, video } = await open({ captions: 'https://a.example/c.vtt' });
	const toggle = view.querySelector('.captions-toggle')!;
	const shown = () => view.querySelector('.caption')?.textContent;
	assert.equal([fetched.mock.callCount(), shown()], [0, undefined]);
	await fire(toggle, 'click');
	// At once, as a recording that is paused does not move.
	assert.equal([toggle.getAttribute('aria-pressed'), shown()], ['true', '你好']);
	video.currentTime = 45;
	await fire(video, 'seeking');
	assert.is(shown(), '再见');
	await fire(toggle, 'click');
	assert.equal([toggle.getAttribute('aria-pressed'), shown()], ['false', undefined]);
});

for (const [what, answer] of [
	['a missing file', async () => new Response('x', { status: 404 })],
	['no captions', async () => new Response('<!doctype html>')],
	['a file that is too long', async () => new Response(`WEBVTT\n\n00:00.0 --> 00:01.0\n${'长'.repeat(170_000)}`)],
	['no network', () => Promise.reject(new TypeError('no'))],
] as const)
	it(`should say that captions cannot be loaded, as of ${what}`, async () => {
		mock.method(globalThis, 'fetch', answer);
		mock.method(console, 'warn', () => {});
		const { view, page } = await open({ captions: 'https://a.example/c.vtt' });
		await fire(view.querySelector('.captions-toggle')!, 'click');
		await settle();
		assert.equal([page.notice.toast.value, page.notice.urgency.value], ['字幕加载失败', 'assertive']);
		assert.is(view.querySelector('.captions-toggle')!.getAttribute('aria-pressed'), 'false');
	});

it('should offer captions while the sound is muted', async () => {
	const { view, page } = await open({ captions: 'https://a.example/c.vtt' });
	const offered = () => /打开字幕/.test(view.textContent!);
	assert.not(offered());
	page.player.state.value = { ...page.player.state.value, autoplayMuted: true };
	await settle();
	assert.ok(offered());
});

const SOUND = [{ name: '只听声音', kbps: 40, address: '', audioOnly: true }];

it('should show the latest picture where a broadcast has fallen to sound alone, with 8 kbit/s at most', async () => {
	mock.timers.enable({ apis: ['setTimeout', 'Date'] });
	const loads: { src: string; onload: () => void }[] = [];
	Object.assign(globalThis, {
		Image: class {
			constructor() {
				loads.push(this as never);
			}
		},
	});
	let bytes = 0;
	mock.method(performance, 'getEntriesByName', () => (bytes ? [{ encodedBodySize: bytes }] : []));
	const tick = setInterval(() => mock.timers.tick(0), 1);
	const { page, view } = await renderView((props) => (
		<>
			<img id="cover" hidden />
			<Snapshot page={props.page} read={read} />
		</>
	));
	await page.live.load(async () => readLive({ id: 1, status: 1, snapshot: 'https://a.example/s.jpg' }));
	const set = async (state: object) => {
		page.player.state.value = { ...page.player.state.value, ...state };
		await settle();
	};
	for (const state of [
		{ status: 'connecting', qualities: SOUND, quality: 0 },
		{ status: 'playing', picked: '只听声音' },
	])
		await set(state);
	assert.is(loads.length, 0, 'before sound, and where it was chosen');
	await set({ picked: '' });
	assert.is(loads.length, 1);
	clearInterval(tick);
	const cover = view.querySelector('img')!;
	bytes = 25_000;
	loads[0]!.onload();
	assert.match(cover.src, /^https:.*s\.jpg.*[?&]_=\d+$/);
	assert.not(cover.hidden);
	mock.timers.tick(24_999);
	assert.is(loads.length, 1);
	mock.timers.tick(1);
	assert.is(loads.length, 2);
	// However small.
	bytes = 500;
	loads[1]!.onload();
	mock.timers.tick(9999);
	assert.is(loads.length, 2);
	mock.timers.tick(1);
	assert.is(loads.length, 3);
	mock.timers.reset();
	await set({ qualities: [{ ...SOUND[0], audioOnly: false }] });
	assert.is((loads[2] as { onload: unknown }).onload, null);
});

it.run();
