import { fire, render, reset, setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Footer } from '../../../src/view/page/footer.tsx';
import { Promotion } from '../../../src/view/page/promotion.tsx';
import { createFakeApp, live } from '../../support/fake-app.ts';

const it = suite('footer view');
it.before.each(() => setup());
it.after.each(reset);

/** The footer of a live with these fields. */
async function show(options: Parameters<typeof createFakeApp>[0], fields: Parameters<typeof live>[0] = {}) {
	const { app, page } = createFakeApp(options);
	app.stop();
	await page.live.load(async () => live({ organizationTitle: '阳光实验小学', inviteCode: 'YG2024', ...fields }));
	return { page, view: await render(<Footer page={page} />) };
}

for (const [who, options, shown] of [
	['a visitor with a token and a user id', { token: 'demo', userId: '42' }, true],
	['a visitor with a token alone', { token: 'demo' }, true],
	['a visitor', {}, false],
	['a visitor with a user id alone', { userId: '42' }, false],
	['a visitor with a token, under the promotion header', { token: 'demo', userId: '42', promoted: true }, false],
	['a visitor under the promotion header', { promoted: true }, false],
] as const)
	it(`should ${shown ? '' : 'not '}show organization and invitation to ${who}`, async () => {
		const { view } = await show(options);
		assert.is(view.textContent, shown ? '阳光实验小学复制邀请码 YG2024' : '');
	});

it('should let the promotion header be dismissed, and show organization and invitation then', async () => {
	const { app, page } = createFakeApp({ token: 'demo', promoted: true });
	app.stop();
	await page.live.load(async () => live({ organizationTitle: '阳光实验小学', inviteCode: 'YG2024' }));
	page.hydrated.value = true;
	const view = await render(
		<>
			<Promotion page={page} />
			<Footer page={page} />
		</>,
	);
	assert.not(view.querySelector('footer'));
	await fire(view.querySelector('[aria-label=关闭]')!, 'click');
	assert.ok(view.querySelector('footer'));
});

it('should show nothing while the live is not known', async () => {
	const { app, page } = createFakeApp({ token: 'demo' });
	app.stop();
	assert.is((await render(<Footer page={page} />)).textContent, '');
});

it('should show no invitation where the live has none', async () => {
	const { view } = await show({ token: 'demo' }, { inviteCode: '' });
	assert.equal([view.textContent, view.querySelectorAll('button').length], ['阳光实验小学', 0]);
});

it('should show the invitation alone where the organization has no name, and nothing where there is neither', async () => {
	const nameless = await show({ token: 'demo' }, { organizationTitle: '' });
	assert.is(nameless.view.textContent, '复制邀请码 YG2024');
	const empty = await show({ token: 'demo' }, { organizationTitle: '', inviteCode: '' });
	assert.is(empty.view.querySelector('footer'), null);
});

it('should copy the invitation code at a click', async () => {
	const { page, view } = await show({ token: 'demo' });
	const copied: string[] = [];
	page.actions.copy = async (text) => void copied.push(text);
	await fire(view.querySelector('button')!, 'click');
	assert.equal(copied, ['YG2024']);
});

it.run();
