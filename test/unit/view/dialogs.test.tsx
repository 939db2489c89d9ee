import { fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Dialog } from '../../../src/models/notice.ts';
import { Dialogs } from '../../../src/view/dialogs/dialogs.tsx';

const it = suite('dialogs');
it.before.each(() => setup());
it.after.each(reset);

for (const [dialog, label, src] of [
	[{ kind: 'open-in-browser' }, '请在浏览器中打开', /open-in-browser.*\.svg$/],
	[{ kind: 'image', url: 'https://a/b.jpg' }, '查看图片', /^https:\/\/a\/b\.jpg$/],
] as [Dialog, string, RegExp][])
	it(`should show ${dialog.kind} in the place of another, until a tap or Escape`, async () => {
		const { page, view } = await renderView(Dialogs);
		const labels = () => [...view.querySelectorAll('[role=dialog]')].map((one) => one.getAttribute('aria-label'));
		assert.equal(labels(), []);
		for (const close of [
			() => fire(view.querySelector('button')!, 'click'),
			() => fire(document, 'keydown', { key: 'Escape' }),
		]) {
			page.notice.open({ kind: 'image', url: 'https://a/a.jpg' });
			page.notice.open(dialog);
			await settle();
			assert.equal(labels(), [label]);
			assert.match(view.querySelector('img')!.getAttribute('src')!, src);
			await close();
			assert.equal([labels(), page.notice.dialog.value], [[], null]);
		}
	});

it.run();
