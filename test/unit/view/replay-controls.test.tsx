import { fakeVideo } from '../../support/dom.ts';
import { button, fire, renderView, reset, setup, texts } from '../../support/render.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChoiceMenu } from '../../../src/view/stage/choice-menu.tsx';
import { createReplayControls, type ReplayServices } from '../../../src/view/stage/replay-controls.tsx';

const it = suite('replay controls');
/** Milliseconds. */
let now = 0;
it.before.each(() => {
	setup();
	now = 1000;
	mock.method(performance, 'now', () => now);
});
it.after.each(async () => {
	await reset();
	mock.restoreAll();
});

const EMPTY = { played: { length: 0 }, buffered: { length: 0 } };

/** A replay of two minutes, 200 pixels wide, with its controls; and what they have saved. */
async function open(services: Partial<ReplayServices> = {}, screen: object = {}) {
	const video = Object.assign(fakeVideo(), { duration: 120, ...EMPTY, currentTime: 0, ...screen });
	const stage = document.body.appendChild(document.createElement('div'));
	stage.className = 'stage';
	stage.append(video);
	stage.getBoundingClientRect = () => ({ left: 0, width: 200 }) as DOMRect;
	const saved: (string | number)[] = [];
	const Controls = createReplayControls({
		video,
		moment: 0,
		position: () => 0,
		savePosition: (seconds) => saved.push(seconds),
		speed: () => 0,
		saveSpeed: (speed) => saved.push(`${speed}x`),
		metered: false,
		...services,
	});
	const { view, page, news } = await renderView(({ page }) => (
		<Controls page={page} start="[start]" end="[end]" ChoiceMenu={ChoiceMenu} />
	));
	stage.append(view);
	return {
		...{ video, stage, view, page, news, saved },
		notice: () => view.querySelector('[role=status]')!.textContent,
		over: () => [stage.classList.contains('over'), ...texts(view, '.replay-over button')],
		/** Sets the clock, in milliseconds, and says that the video is at a second. */
		at(seconds: number, type = 'timeupdate', time = now) {
			now = time;
			video.currentTime = seconds;
			return fire(video, type);
		},
	};
}

it('should stand between what broadcasts have, too', async () => {
	const { view } = await open();
	assert.is(view.textContent, '[start]0:002:001x[end]');
	assert.equal([...view.querySelectorAll('.mark, .icon-button')], []);
});

it('should play at the speed that is chosen, keep it, and begin at that of the last replay', async () => {
	const { video, view, saved } = await open({ speed: () => 1.5 });
	const speed = () => view.querySelector('.chip')!;
	assert.equal([speed().textContent, speed().getAttribute('aria-label')], ['1.5x', '播放速度：1.5x']);
	assert.equal([video.playbackRate, video.defaultPlaybackRate, saved], [1.5, 1.5, []]);
	await fire(speed(), 'click');
	const rows = [...view.querySelectorAll('[role=menuitemradio]')];
	assert.equal(
		rows.map((row) => [row.textContent, row.getAttribute('aria-checked')]),
		['0.75x', '1x', '1.25x', '1.5x', '2x'].map((text) => [text, `${text === '1.5x'}`]),
	);
	await fire(rows[0]!, 'click');
	assert.equal(
		[video.playbackRate, video.defaultPlaybackRate, saved, speed().textContent],
		[0.75, 0.75, ['0.75x'], '0.75x'],
	);
});

for (const known of [0, 3])
	it(`should play at the usual speed where ${known || 'none'} is remembered`, async () => {
		const { video } = await open({ speed: () => known });
		assert.is(video.playbackRate, 1);
	});

for (const [what, services, text] of [
	['nowhere', {}, ''],
	['at 31 s', { position: () => 31.5 }, '已从 0:31 继续播放从头播放'],
	['at 31 s, by a shared link', { position: () => 50, moment: 31 }, '从 0:31 开始播放从头播放'],
	['beyond its end', { position: () => 121 }, ''],
	['beyond its end, by a shared link', { position: () => 50, moment: 3100 }, ''],
] as const)
	it(`should ${text ? 'say' : 'not say'} where it goes on: ${what}`, async () => {
		const { notice, view, video } = await open(services);
		assert.is(notice(), text);
		if (!text) return;
		await fire(button(view, '从头播放'), 'click');
		assert.equal([video.currentTime, video.playCalls, notice()], [0, 1, '']);
	});

it('should say so for eight seconds, and until somebody seeks', async () => {
	const timer = mock.method(globalThis, 'setTimeout');
	const first = await open({ position: () => 31 });
	const call = timer.mock.calls.find(({ arguments: [, delay] }) => delay === 8000)!;
	// Its own seek, to the key frame before.
	await first.at(29.5, 'seeked');
	assert.not.equal(first.notice(), '');
	const [hide, , ...values] = call.arguments as unknown as [(value: number) => void, number, number];
	hide(...values);
	await first.at(32);
	assert.is(first.notice(), '');
	await reset();
	const second = await open({ position: () => 31 });
	await second.at(60);
	assert.not.equal(second.notice(), '', 'it has played on');
	await second.at(60, 'seeked');
	assert.is(second.notice(), '');
});

it('should keep its place every five seconds, and at once when it stops or the page is hidden', async () => {
	const { at, saved } = await open();
	await at(20, 'timeupdate', 10_000);
	await at(24, 'timeupdate', 14_999);
	assert.equal(saved, [20]);
	await at(25, 'timeupdate', 15_000);
	await at(26, 'pause', 15_001);
	await at(50, 'seeked', 15_002);
	await fire(document, 'visibilitychange');
	assert.equal(saved, [20, 25, 26, 50, 50]);
	await reset();
	await at(60, 'pause');
	await fire(document, 'visibilitychange');
	assert.is(saved.length, 5, 'once it is gone');
});

for (const [at, kept] of [
	[9.9, 0],
	[10, 10],
	[104.9, 104.9],
	[105, 0],
] as const)
	it(`should begin the next visit at ${kept} s after one that was left at ${at} s of 120`, async () => {
		const { at: go, saved } = await open();
		await go(at, 'pause');
		assert.equal(saved, [kept]);
	});

it('should keep the place of an earlier visit until it is loaded', async () => {
	const { video, at, saved } = await open();
	video.duration = NaN;
	await at(0, 'pause');
	await fire(document, 'visibilitychange');
	assert.equal(saved, []);
});

it('should offer to play again at its end, and the news where there are some, until it plays or is gone', async () => {
	const { video, at, over, news, page, view } = await open();
	await at(119);
	assert.equal([over(), news.length], [[false], 0]);
	video.ended = true;
	await at(120, 'ended');
	assert.equal([over(), news.length], [[true, '重新播放'], 1]);
	await news[0]!.resolve([]);
	assert.equal(over(), [true, '重新播放'], 'there are none');
	page.news.state.value = { data: [{}], error: null, loading: false } as never;
	await at(120, 'pause');
	assert.equal([over(), news.length], [[true, '重新播放', '相关资讯'], 1]);
	await fire(button(view, '相关资讯'), 'click');
	assert.is(page.tab.value, 'news');
	await fire(button(view, '重新播放'), 'click');
	assert.equal([video.currentTime, video.playCalls], [0, 1]);
	video.ended = false;
	await at(0, 'playing');
	assert.equal(over(), [false]);
	video.ended = true;
	await at(120, 'ended');
	await reset();
	assert.equal(over(), [false]);
});

/** Taps by their x, of 200, and their milliseconds. */
for (const [what, taps, place] of [
	['two at the right', '190@0 180@349', 40],
	['two at the left', '10@0 20@349', 20],
	['three at the right', '190@0 190@200 190@400', 50],
	['two that are slow', '190@0 190@350', 30],
	['one at each side', '10@0 190@200', 30],
	['two in the middle', '100@0 100@200', 30],
	['two beside the middle', '135@0 135@200', 30],
	['two on a control', '190@0 190@200', 30],
	['two while autoplay has muted it', '190@0 190@200', 30],
	['two of which another finger is left, as of a zoom', '190@0+1 190@40', 30],
	['one, then two fingers', '190@0 190@100+1 190@140', 30],
] as const)
	it(`should go from 30 s to ${place} s by taps: ${what}`, async () => {
		const { stage, video, page } = await open();
		video.currentTime = 30;
		page.player.autoplayMuted = { peek: () => /muted/.test(what) } as never;
		const target = /control/.test(what) ? stage.querySelector('.chip')! : video;
		let isLeft = true;
		for (const tap of taps.split(' ')) {
			const [clientX, time, left = 0] = tap.split(/[@+]/).map(Number);
			const event = new Event('touchend', { bubbles: true, cancelable: true });
			Object.defineProperties(event, {
				touches: { value: Array(left).fill({ clientX }) },
				changedTouches: { value: [{ clientX }] },
				timeStamp: { value: time! + 1000 },
			});
			isLeft = target.dispatchEvent(event);
		}
		assert.equal([video.currentTime, isLeft], [place, place === 30]);
		assert.is(page.notice.toast.value, { 20: '后退 10 秒', 30: '' }[place as 30] ?? '前进 10 秒');
	});

it('should offer a television where one is there', async () => {
	let shown = 0;
	const { video, view } = await open({}, { webkitShowPlaybackTargetPicker: () => shown++ });
	const offered = async (availability: string) => {
		await fire(video, 'webkitplaybacktargetavailabilitychanged', { availability });
		return view.querySelector('[aria-label=隔空播放]');
	};
	await fire((await offered('available'))!, 'click');
	assert.is(shown, 1);
	assert.is(await offered('not-available'), null);
});

it('should show the picture in one of its own, take it back, and pass over sound alone, which has none', async () => {
	const calls: string[] = [];
	Object.assign(document, { pictureInPictureEnabled: true, exitPictureInPicture: async () => calls.push('close') });
	const { video, view } = await open({}, { requestPictureInPicture: async () => calls.push('open') });
	const picture = view.querySelector('[aria-label=画中画]')!;
	await fire(picture, 'click');
	Object.assign(document, { pictureInPictureElement: {} });
	await fire(picture, 'click');
	assert.equal(calls, ['open', 'close']);
	Object.assign(document, { pictureInPictureElement: null });
	Object.assign(video, { requestPictureInPicture: () => Promise.reject(new Error('no metadata')) });
	await fire(picture, 'click');
});

for (const [metered, counted] of [
	[true, true],
	[false, true],
	[true, false],
])
	it(`should ${metered && counted ? 'say once' : 'not say'} what it costs ${metered ? 'on mobile data' : 'elsewhere'}${counted ? '' : ', uncounted'}`, async () => {
		const bytes = { webkitVideoDecodedByteCount: 300_000, webkitAudioDecodedByteCount: 60_000 };
		const { video, at, page } = await open({ metered }, counted ? bytes : {});
		const after = async (seconds: number) => {
			// From where it was left.
			Object.assign(video, { played: { length: 1, end: () => 31 + seconds, start: () => 31 } });
			await at(31 + seconds);
			const { value } = page.notice.toast;
			page.notice.toast.value = '';
			return value;
		};
		assert.is(await after(5.9), '', 'too little has played');
		assert.is(await after(6), metered && counted ? '正在使用移动数据，约 4 MB/分钟' : '');
		assert.is(await after(7), '');
	});

it.run();
