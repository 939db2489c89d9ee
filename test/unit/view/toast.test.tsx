import { renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Toast } from '../../../src/view/page/toast.tsx';

const it = suite('toast');
it.before.each(() => setup());
it.after.each(reset);

it('should announce a message, and be empty before and after', async () => {
	const { page, view } = await renderView(Toast);
	const region = view.querySelector('[role=status]')!;
	assert.is(region.innerHTML, '');
	page.notice.showToast('发送失败');
	await settle();
	assert.is(region.innerHTML, '<p>发送失败</p>');
	page.notice.toast.value = '';
	await settle();
	assert.is(region.innerHTML, '');
});

it.run();
