import { fire, render, reset, setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeApp, live } from '../../support/fake-app.ts';
import { Footer } from '../../../src/view/page/footer.tsx';
import { Promotion } from '../../../src/view/page/promotion.tsx';

const it = suite('footer view');
it.before.each(() => setup());
it.after.each(reset);

const BOTH = { organizationTitle: '阳光实验小学', inviteCode: 'YG2024' };

/** The header and footer of a live with these fields; null while it is not known. */
async function show(options: Parameters<typeof createFakeApp>[0], fields: object | null = BOTH, settings = {}) {
	const { app, page } = createFakeApp(options);
	Object.assign(page, settings);
	app.stop();
	if (fields) await page.live.load(async () => live(fields));
	page.hydrated.value = true;
	const view = await render(
		<>
			<Promotion page={page} />
			<Footer page={page} />
		</>,
	);
	return { page, view, footer: () => view.querySelector('footer')?.textContent ?? '' };
}

const TEXT = '阳光实验小学复制邀请码 YG2024';
const MEMBER = { token: 'demo', userId: '42' };
for (const [what, options, fields, text] of [
	['a visitor with a token and a user id', MEMBER, BOTH, TEXT],
	['a visitor with a token alone', { token: 'demo' }, BOTH, TEXT],
	['a visitor', {}, BOTH, ''],
	['a visitor with a user id alone', { userId: '42' }, BOTH, ''],
	['a visitor with a token, under the promotion header', { ...MEMBER, promoted: true }, BOTH, ''],
	['a member while the live is not known', MEMBER, null, ''],
	['a member of an organization without an invitation', MEMBER, { ...BOTH, inviteCode: '' }, '阳光实验小学'],
	['a member of one without a name', MEMBER, { ...BOTH, organizationTitle: '' }, '复制邀请码 YG2024'],
	['a member of one without both', MEMBER, {}, ''],
] as const)
	it(`should show ${text || 'nothing'} to ${what}`, async () => {
		const { footer, view } = await show(options, fields);
		assert.is(footer(), text);
		assert.is(view.querySelectorAll('footer').length, text ? 1 : 0);
		assert.is(view.querySelectorAll('footer button').length, text.includes('邀请') ? 1 : 0);
	});

it('should let the promotion header be dismissed, and copy the invitation code of the footer in its place', async () => {
	const { page, view, footer } = await show({ ...MEMBER, promoted: true });
	await fire(view.querySelector('[aria-label=关闭]')!, 'click');
	assert.is(footer(), TEXT);
	const copied: string[] = [];
	page.actions.copy = async (text) => void copied.push(text);
	await fire(view.querySelector('footer button')!, 'click');
	assert.equal(copied, ['YG2024']);
});

it('should keep the promotion header as the specification has it, where that is set', async () => {
	const { view, footer } = await show({ ...MEMBER, promoted: true }, BOTH, { promotionCloses: false });
	assert.equal(
		[view.querySelector('header')!.className, !!view.querySelector('[aria-label=关闭]'), footer()],
		['promotion', false, ''],
	);
});

it.run();
