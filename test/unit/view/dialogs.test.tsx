import { fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Dialog } from '../../../src/models/notice.ts';
import { Dialogs } from '../../../src/view/dialogs/dialogs.tsx';

const it = suite('dialogs');
it.before.each(() => setup());
it.after.each(reset);

const CASES: [dialog: Dialog, label: string, src: RegExp][] = [
	[{ kind: 'open-in-browser' }, '请在浏览器中打开', /open-in-browser.*\.svg$/],
	[{ kind: 'image', url: 'https://a/b.jpg' }, '查看图片', /^https:\/\/a\/b\.jpg$/],
];
for (const [dialog, label, src] of CASES) {
	/** The page with the dialog open. */
	async function open() {
		const { page, view } = await renderView(Dialogs);
		const find = () => view.querySelector('[role=dialog]');
		assert.is(find(), null);
		page.notice.open(dialog);
		await settle();
		return { page, view, find };
	}

	it(`should show ${dialog.kind} until a tap`, async () => {
		const { page, view, find } = await open();
		assert.is(find()!.getAttribute('aria-label'), label);
		assert.match(view.querySelector('img')!.getAttribute('src')!, src);
		await fire(view.querySelector('button')!, 'click');
		assert.equal([find(), page.notice.dialog.value], [null, null]);
	});

	it(`should close ${dialog.kind} on Escape`, async () => {
		const { page, find } = await open();
		await fire(document, 'keydown', { key: 'Escape' });
		assert.equal([find(), page.notice.dialog.value], [null, null]);
	});
}

it('should show one dialog in the place of another', async () => {
	const { page, view } = await renderView(Dialogs);
	for (const [dialog] of CASES) page.notice.open(dialog);
	await settle();
	const labels = [...view.querySelectorAll('[role=dialog]')].map((one) => one.getAttribute('aria-label'));
	assert.equal(labels, ['查看图片']);
});

it.run();
