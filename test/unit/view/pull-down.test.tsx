import { fakeCall, fire, render, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followPulls } from '../../../src/view/chat/pull-down.ts';

const it = suite('pull down');
it.before.each(() => setup());
it.after.each(reset);

async function renderList() {
	const { call, calls } = fakeCall<void>();
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

for (const [distance, height, text] of [
	[0, '0px', '下拉刷新'],
	[-200, '0px', '下拉刷新'],
	[1, '0.5px', '下拉刷新'],
	[98, '49px', '下拉刷新'],
	[100, '50px', '松开刷新'],
	[158, '79px', '松开刷新'],
	[160, '80px', '松开刷新'],
	[500, '80px', '松开刷新'],
] as const) {
	it(`should follow a finger that moves ${distance} pixels by ${height}`, async () => {
		const { pull, shown } = await renderList();
		await pull(distance);
		assert.equal(shown(), [height, text]);
	});
}

it('should refresh when let go from 50 pixels on, and stay open until the list is there', async () => {
	const { pull, touch, shown, refreshes } = await renderList();
	await pull(100);
	assert.is(refreshes.length, 0, 'not before it is let go');
	await touch('end');
	assert.equal([refreshes.length, ...shown()], [1, '50px', '加载中…']);
	await refreshes[0]!.resolve();
	assert.equal([refreshes.length, ...shown()], [1, '0px', '下拉刷新']);
});

it('should not refresh when let go before 50 pixels, and close', async () => {
	const { pull, touch, shown, refreshes } = await renderList();
	await pull(99);
	await touch('end');
	assert.equal([refreshes.length, ...shown()], [0, '0px', '下拉刷新']);
});

it('should not refresh when the finger goes back before it lets go', async () => {
	const { pull, touch, refreshes } = await renderList();
	await pull(160);
	await touch('move', 430);
	await touch('end');
	assert.is(refreshes.length, 0);
});

it('should not refresh once more while it refreshes', async () => {
	const { pull, touch, shown, refreshes } = await renderList();
	await pull(160);
	await touch('end');
	await pull(160);
	assert.equal(shown(), ['50px', '加载中…']);
	await touch('end');
	assert.equal([refreshes.length, ...shown()], [1, '50px', '加载中…']);
	await touch('cancel');
	assert.equal(shown(), ['50px', '加载中…']);
});

for (const [scrollTop, height] of [
	[0, '50px'],
	// iOS scrolls past the top.
	[-3, '50px'],
	[1, '0px'],
	[150, '0px'],
] as const) {
	it(`should ${height === '0px' ? 'not ' : ''}follow a finger that comes down ${scrollTop} pixels from the top`, async () => {
		const { pull, scroller, shown } = await renderList();
		scroller.scrollTop = scrollTop;
		await pull(100);
		assert.is(shown()[0], height);
	});
}

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

it('should close when the browser takes the touch over', async () => {
	const { pull, touch, shown, refreshes } = await renderList();
	await pull(160);
	await touch('cancel');
	assert.equal([shown()[0], refreshes.length], ['0px', 0]);
	await touch('move', 700);
	assert.is(shown()[0], '0px', 'the touch is over');
});

it('should keep the list from scrolling while it is pulled down, and not while it is pushed up', async () => {
	const { touch } = await renderList();
	await touch('start', 400);
	assert.not(await touch('move', 401));
	assert.ok(await touch('move', 400));
	assert.ok(await touch('move', 399));
});

it('should not prevent what cannot be prevented', async () => {
	const { scroller, shown } = await renderList();
	const problems: string[] = [];
	await fire(scroller, 'touchstart', { touches: [{ clientY: 400 }] });
	const move = Object.assign(new Event('touchmove', { bubbles: true, cancelable: false }), {
		touches: [{ clientY: 500 }],
		preventDefault: () => problems.push('prevented'),
	});
	scroller.dispatchEvent(move);
	await settle();
	assert.equal([shown()[0], problems], ['50px', []]);
});

it('should not touch the line at a tap below the top', async () => {
	const { scroller, touch } = await renderList();
	scroller.scrollTop = 150;
	const line = scroller.querySelector('p')!;
	await touch('start', 400);
	await touch('end');
	assert.is(line.textContent, '');
});

it('should leave the list alone once it has ended', async () => {
	const { pull, touch, end, refreshes } = await renderList();
	end();
	await pull(160);
	await touch('end');
	assert.is(refreshes.length, 0);
});

it.run();
