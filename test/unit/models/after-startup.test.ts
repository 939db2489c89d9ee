import { signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { afterStartup, type Around } from '../../../src/models/after-startup.ts';
import type { More } from '../../../src/models/load-scripts.ts';
import type { Page } from '../../../src/models/page-model.ts';

const it = suite('after startup');

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A page after startup, and what it does; `enter` says that it is inside the app, `load` loads the script. */
function begin(over: Partial<Around> = {}, promoted = true) {
	const calls: string[] = [];
	const call = (name: string) => () => void calls.push(name);
	let load!: () => void;
	let enter!: () => void;
	const page = {
		insideApp: signal(false),
		promoted: signal(promoted),
		hidePromotion: call('hide'),
		player: { wantsFallback: signal(false) },
		live: { state: signal<{ data: unknown }>({ data: null }) },
	};
	const more = { playFallback: call('fallback') } as unknown as More;
	const whenMore = new Promise<More>((resolve) => (load = () => resolve(more)));
	const scripts = { whenMore, loadMore: async () => (calls.push('load'), more) };
	const stop = afterStartup(page as unknown as Page, scripts, {
		whenInside: (act) => ((enter = act), call('out')),
		hasShareCard: true,
		setShareCard: async (_, { id }) => call(`card ${id}`)(),
		saveImages: () => (call('save')(), call('saved')),
		...over,
	});
	return { page, calls, stop, load: () => (load(), settle()), enter: () => (enter(), settle()) };
}

it('should know that it is inside the app, hide the promotion once, and save images by the later script', async () => {
	const { page, calls, enter, load, stop } = begin();
	await enter();
	assert.equal([page.insideApp.value, calls], [true, ['hide']]);
	await load();
	assert.equal(calls, ['hide', 'save']);
	stop();
	assert.equal(calls.slice(2), ['out', 'saved']);
	const { calls: none, enter: again } = begin({}, false);
	await again();
	assert.equal(none, []);
});

for (const [hasShareCard, expected] of [
	[true, ['card 1', 'card 3']],
	[false, []],
] as const)
	it(`should set ${expected.length} share cards, of the first answer and of another title, where the browser has ${hasShareCard ? 'some' : 'none'}`, async () => {
		const { page, calls, load } = begin({ hasShareCard });
		await load();
		for (const data of [
			null,
			{ id: 1, title: '旧' },
			{ id: 2, title: '旧' },
			{ id: 3, title: '新' },
			{ id: 4, title: '新' },
		]) {
			page.live.state.value = { data };
			await settle();
		}
		assert.equal(calls, expected);
	});

it('should play what it can after a failure, and not before', async () => {
	const { page, calls, stop } = begin();
	await settle();
	assert.equal(calls, []);
	page.player.wantsFallback.value = true;
	await settle();
	assert.equal(calls, ['load', 'fallback']);
	page.player.wantsFallback.value = false;
	page.player.wantsFallback.value = true;
	await settle();
	assert.equal(calls, ['load', 'fallback', 'fallback']);
	stop();
	assert.equal(calls, ['load', 'fallback', 'fallback', 'out']);
});

it.run();
