import { owedRefused } from '../../support/owed.ts';
import { fire, reset, setup } from '../../support/render.tsx';
import { renderStage, THREE } from '../../support/stage.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlayerState } from '../../../src/models/player-model.ts';

const it = suite('quality menu');
it.before.each(() => setup());
it.after.each(reset);

/** The chip of the qualities; '' for none. */
const chips: [what: string, state: Partial<PlayerState>, text: string][] = [
	['an automatic choice', { quality: 1 }, '自动 · 流畅'],
	['a choice by hand', { quality: 1, picked: '流畅' }, '流畅'],
	['a stream that is being connected', { status: 'connecting' }, '自动 · 高清'],
	['a stream that is connected anew', { status: 'reconnecting', quality: 2 }, '自动 · 只听声音'],
	['a stream without another quality', { qualities: THREE.slice(0, 1) }, ''],
	['a replay', { status: 'replay' }, ''],
	['a broadcast that has not begun', { status: 'cover' }, ''],
];
for (const [what, state, text] of chips)
	it(`should show ${text || 'no chip'} for ${what}`, async () => {
		const { stage } = await renderStage({ status: 'playing', qualities: THREE, quality: 0, ...state });
		assert.is(stage.querySelector('.controls .chip:not(.icon-button)')?.textContent ?? '', text);
	});

for (const [metered, costs] of [
	[true, ['约 8 MB/分钟', '约 1 MB/分钟', '锁屏也能听 · 约 0.3 MB/分钟']],
	[false, ['', '', '锁屏也能听']],
] as const)
	it(`should open a menu of the qualities ${metered ? 'with' : 'without'} what they cost`, async () => {
		const state = { status: 'playing', qualities: THREE, quality: 0, picked: '', owed: [] } as const;
		const { stage, named, actions, setPlayer } = await renderStage(state, { metered });
		const rows = () => [...stage.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
		const checked = () => rows().map((row) => row.getAttribute('aria-checked') === 'true');
		await fire(named('画质：自动 · 高清')!, 'click');
		const shown = rows().map((row) => row.querySelector('small')?.textContent ?? '');
		assert.equal(shown, ['随网络变化', ...costs]);
		assert.equal(checked(), [true, false, false, false]);
		assert.is(stage.querySelector('.menu-heading')!.textContent, '画质本次已用 38 MB');
		assert.is(document.activeElement, rows()[0]);
		await fire(rows()[2]!, 'click');
		assert.equal([rows().length, actions], [0, ['choose 1']]);
		await setPlayer({ quality: 1, picked: '流畅', owed: owedRefused('高清') });
		await fire(named('画质：流畅')!, 'click');
		assert.equal(checked(), [false, true, false]);
		await fire(rows()[0]!, 'click');
		assert.equal(actions, ['choose 1', 'choose -1']);
	});

it('should close by the tab key, which goes on from its button', async () => {
	const { stage, named } = await renderStage({ status: 'playing', qualities: THREE, quality: 0 });
	const button = named('画质：自动 · 高清')!;
	await fire(button, 'click');
	assert.ok(await fire(document.activeElement!, 'keydown', { key: 'Tab' }), 'not prevented');
	assert.equal([document.activeElement === button, stage.querySelectorAll('[role=menu]').length], [true, 0]);
});

/** Toasts, by what is shown before and what comes. */
const toasts: [before: Partial<PlayerState>, next: Partial<PlayerState>, metered: boolean, text: string][] = [
	[{}, { quality: 1, announced: 'lower' }, false, '网络较慢，已切换到流畅'],
	[{}, { quality: 2, announced: 'sound' }, false, '网络较慢，先听声音，恢复后自动显示画面'],
	[{}, { quality: 1, announced: 'restored' }, false, '网络已恢复，正在显示画面'],
	[{}, { quality: 1, announced: '' }, false, ''],
	[{ qualities: THREE.slice(0, 1) }, {}, true, '正在使用移动数据，约 8 MB/分钟'],
	[{ qualities: [{ ...THREE[0]!, kbps: 400 }] }, {}, true, ''],
	[{ qualities: THREE.slice(0, 1) }, {}, false, ''],
];
for (const [before, next, metered, text] of toasts)
	it(`should say ${text || 'nothing'} once${metered ? ' on mobile data' : ''} after ${JSON.stringify(next)}`, async () => {
		const state = { status: 'playing', qualities: THREE, quality: 0, announced: '', ...before } as const;
		const { page, setPlayer } = await renderStage(state, { metered });
		await setPlayer(next);
		assert.is(page.notice.toast.value, text);
		page.notice.toast.value = '';
		await setPlayer({ status: 'stalled' });
		await setPlayer({ status: 'playing' });
		assert.is(page.notice.toast.value, '');
	});

it.run();
