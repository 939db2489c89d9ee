/** The script of a replay's controls, after what the scripts before it have left. */
import { fakeVideo } from '../../support/dom.ts';
import { button, fire, renderView, reset, setup } from '../../support/render.tsx';
import { mock } from 'node:test';
import type { ComponentType } from 'react';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ReplayProps } from '../../../src/view/page/props.ts';
import { ChoiceMenu } from '../../../src/view/stage/choice-menu.tsx';
import { runEntry } from '../../support/run-entry.ts';

const it = suite('replay controls script');

/** Milliseconds. */
let now = 0;
it.before.each(() => {
	now = 10_000;
	mock.method(performance, 'now', () => now);
	Object.assign(globalThis, { __CSS__: '.replay-controls{}' });
});
it.after.each(async () => {
	await reset();
	mock.restoreAll();
	for (const name of ['livePage', '__CSS__']) Reflect.deleteProperty(globalThis, name);
});

/** A replay of two minutes in a visit of user 42, with what the device says of its connection and has kept. */
async function open({ connection = {}, moment = 0, kept = {} } = {}) {
	setup({ html: '<!doctype html><head><style id="css"></style></head><body><div class="stage"></div></body>' });
	Object.assign(navigator, { connection });
	for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, `${Date.now()} ${value}`);
	const rules: string[] = [];
	const sheet = { cssRules: rules, insertRule: (rule: string, at: number) => void rules.splice(at, 0, rule) };
	Object.defineProperty(document.getElementById('css'), 'sheet', { value: sheet });
	const video = Object.assign(fakeVideo(), {
		duration: 120,
		buffered: { length: 0 },
		currentTime: 0,
		webkitVideoDecodedByteCount: 300_000,
		webkitAudioDecodedByteCount: 60_000,
	});
	Object.assign(video, { played: { length: 1, start: () => 0, end: () => video.currentTime } });
	document.querySelector('.stage')!.append(video);
	const handoff: Record<string, unknown> = {
		head: { visit: { id: '3', userId: '42' } },
		boot: { player: { video } },
		replay: { moment },
	};
	Object.assign(globalThis, { livePage: handoff });
	await runEntry('replay-controls.ts');
	const Controls = handoff.replayControls as ComponentType<ReplayProps>;
	const { view, page } = await renderView(({ page }) => (
		<Controls page={page} start="" end="" ChoiceMenu={ChoiceMenu} />
	));
	return {
		...{ handoff, video, rules, view },
		kept: (key: string) => (localStorage.getItem(key) ?? '').replace(/^\d+ /, ''),
		notice: () => view.querySelector('[role=status]')!.textContent,
		/** Plays up to a second; the toast that follows, or ''. */
		async playTo(seconds: number) {
			now += 6000;
			video.currentTime = seconds;
			page.notice.toast.value = '';
			await fire(video, 'timeupdate');
			return page.notice.toast.value;
		},
	};
}

it('should say what a replay costs on mobile data', async () => {
	const { playTo } = await open({ connection: { type: 'cellular' } });
	await playTo(5);
	assert.is(await playTo(8), '正在使用移动数据，约 3 MB/分钟');
});

it('should begin where the link says, else where this visitor has left this replay', async () => {
	const kept = { 'position:42 3': '31.0', 'position:42 4': '50.0', 'position:43 3': '60.0' };
	assert.match((await open({ kept })).notice(), '已从 0:31 继续播放');
	await reset();
	assert.match((await open({ kept, moment: 45 })).notice(), '从 0:45 开始播放');
	await reset();
	assert.is((await open()).notice(), '');
});

it('should keep place and speed for the next visit, and begin at the speed that was kept', async () => {
	const { video, view, kept, playTo } = await open({ kept: { 'speed:': '1.5' } });
	assert.is(video.playbackRate, 1.5);
	await playTo(31.26);
	assert.is(kept('position:42 3'), '31.3');
	await fire(button(view, '1.5x'), 'click');
	await fire([...view.querySelectorAll('[role=menuitemradio]')].at(-1)!, 'click');
	assert.equal([video.playbackRate, kept('speed:')], [2, '2']);
});

it('should add its styles, and do nothing where it has run', async () => {
	const { handoff, rules } = await open();
	const first = handoff.replayControls;
	await runEntry('replay-controls.ts');
	assert.is(handoff.replayControls, first);
	assert.equal(rules, ['@media all{.replay-controls{}}']);
});

it.run();
