import { fakeCall } from '../../support/fake-call.ts';
import { fire, render, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followPulls } from '../../../src/view/chat/pull-down.ts';

const it = suite('pull down');
it.before.each(() => setup());
it.after.each(reset);

const CLOSED = ['0px', '下拉刷新'];
const LOADING = ['50px', '加载中…'];

async function renderList() {
	const { call, calls } = fakeCall<void>(settle);
	const list = (
		<div className="scroller">
			<p />
		</div>
	);
	const scroller = (await render(list)).querySelector<HTMLElement>('.scroller')!;
	const end = followPulls(scroller, call);
	const line = scroller.querySelector('p')!;
	const touch = (type: string, ...ys: number[]) =>
		fire(scroller, `touch${type}`, { touches: ys.map((clientY) => ({ clientX: 190, clientY })) });
	return {
		refreshes: calls,
		scroller,
		end,
		touch,
		/** Height and text of the line above the list. */
		shown: () => [line.style.height || '0px', line.textContent],
		async pull(distance: number) {
			await touch('start', 400);
			await touch('move', 400 + distance);
		},
	};
}

for (const [distance, height, text, refreshes] of [
	[0, '0px', '下拉刷新', 0],
	[-200, '0px', '下拉刷新', 0],
	[99, '49.5px', '下拉刷新', 0],
	[100, '50px', '松开刷新', 1],
	[500, '80px', '松开刷新', 1],
] as const)
	it(`should follow a finger that moves ${distance} pixels by ${height}, and ${refreshes ? 'refresh' : 'close'} when let go`, async () => {
		const list = await renderList();
		await list.pull(distance);
		assert.equal([list.shown(), list.refreshes.length], [[height, text], 0]);
		await list.touch('end');
		assert.equal([list.shown(), list.refreshes.length], [refreshes ? LOADING : CLOSED, refreshes]);
		await list.refreshes[0]?.resolve();
		assert.equal([list.shown(), list.refreshes.length], [CLOSED, refreshes]);
	});

it('should not refresh once more while it refreshes', async () => {
	const { pull, touch, shown, refreshes } = await renderList();
	await pull(160);
	await touch('end');
	await pull(160);
	assert.equal(shown(), LOADING);
	for (const type of ['end', 'cancel']) {
		await touch(type);
		assert.equal([refreshes.length, shown()], [1, LOADING]);
	}
});

for (const [scrollTop, height, text] of [
	[0, '50px', '松开刷新'],
	// iOS scrolls past the top.
	[-3, '50px', '松开刷新'],
	[1, '0px', ''],
] as const)
	it(`should ${text ? '' : 'not '}follow a finger that comes down ${scrollTop} pixels from the top`, async () => {
		const { pull, scroller, shown } = await renderList();
		scroller.scrollTop = scrollTop;
		await pull(100);
		assert.equal(shown(), [height, text]);
	});

it('should leave one finger to the browser while the page is enlarged', async () => {
	Object.assign(globalThis, { visualViewport: { scale: 2 } });
	const { pull, touch, shown, refreshes } = await renderList();
	await pull(160);
	await touch('end');
	assert.equal([shown()[0], refreshes.length], ['0px', 0]);
});

it('should leave two fingers to the browser, which zooms', async () => {
	const { pull, touch, shown, refreshes } = await renderList();
	await touch('start', 400, 500);
	assert.ok(await touch('move', 600, 700), 'not prevented');
	assert.is(shown()[0], '0px');
	// The second finger comes later.
	await pull(160);
	assert.ok(await touch('move', 600, 700), 'not prevented');
	assert.is(shown()[0], '0px');
	await touch('move', 600);
	await touch('end');
	assert.equal([shown()[0], refreshes.length], ['0px', 0]);
});

it('should close without a refresh when the finger goes back, or the browser takes the touch over', async () => {
	const { pull, touch, shown, refreshes } = await renderList();
	await pull(160);
	await touch('move', 430);
	await touch('end');
	await pull(160);
	await touch('cancel');
	assert.equal([shown(), refreshes.length], [CLOSED, 0]);
	await touch('move', 700);
	assert.equal(shown(), CLOSED, 'the touch is over');
});

it('should keep the list from scrolling while it is pulled down, where that can be prevented, and not while it is pushed up', async () => {
	const { touch, scroller, shown } = await renderList();
	await touch('start', 400);
	for (const [y, scrolls] of [
		[401, false],
		[400, true],
		[399, true],
	] as const)
		assert.is(await touch('move', y), scrolls);
	const problems: string[] = [];
	const move = new Event('touchmove', { bubbles: true, cancelable: false });
	Object.assign(move, { touches: [{ clientY: 500 }], preventDefault: () => problems.push('prevented') });
	scroller.dispatchEvent(move);
	assert.equal([shown()[0], problems], ['50px', []]);
});

it('should leave the list alone once it has ended', async () => {
	const { pull, touch, end, refreshes } = await renderList();
	end();
	await pull(160);
	await touch('end');
	assert.is(refreshes.length, 0);
});

it.run();
