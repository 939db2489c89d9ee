import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { openSite } from '../support/site.ts';

const it = suite('first light');

it('should show moving pictures of a live stream, a replay and a plain address', async () => {
	const site = await openSite();
	try {
		for (const id of [1, 3, 5]) {
			const { page, problems, close } = await site.visit(`?id=${id}`);
			await playing(page);
			const moved = await movement(page);
			assert.ok(moved > 1, `id=${id}: the picture moved by ${moved} a pixel`);
			assert.equal(problems, []);
			await close();
		}
		assert.ok(site.origin.requests().some(({ method, path }) => method === 'POST' && path === '/live/demo'));
	} finally {
		await site.close();
	}
});

it('should show the cover of a live that has not started, and say that one has ended, without a player', async () => {
	const site = await openSite();
	try {
		for (const [id, text] of [
			[0, '直播尚未开始'],
			[2, '直播已结束'],
		]) {
			const { page, close } = await site.visit(`?id=${id}`);
			await page.getByText(text as string).waitFor();
			await page.waitForFunction(() => (document.getElementById('cover') as HTMLImageElement).naturalWidth > 0);
			assert.equal(
				await page.evaluate(() => {
					const video = document.querySelector('video')!;
					return [video.srcObject, video.getAttribute('src'), video.readyState];
				}),
				[null, null, 0],
			);
			await close();
		}
		assert.not(site.origin.requests().some(({ path }) => path?.startsWith('/live/')));
	} finally {
		await site.close();
	}
});

it('should say in Chinese what is wrong, with a button to try again', async () => {
	const site = await openSite();
	try {
		const { page: missing, close: closeMissing } = await site.visit('');
		await missing.getByText('链接不完整，请从分享处重新打开').waitFor();
		await missing.getByRole('button', { name: '重试' }).waitFor();
		await closeMissing();

		const { page: unknown, close: closeUnknown } = await site.visit('?id=404404');
		await unknown.getByText('没有找到这场直播').waitFor();
		await unknown.getByRole('button', { name: '重试' }).waitFor();
		await closeUnknown();

		site.origin.setFault({ path: '/juvenile/api/live/detail', times: -1, status: 500 });
		const { page: dead, close: closeDead } = await site.visit('?id=1');
		await dead.getByText('服务暂时不可用，请稍后重试').waitFor({ timeout: 20_000 });
		await site.origin.reset();
		await dead.getByRole('button', { name: '重试' }).tap();
		await playing(dead);
		assert.ok((await movement(dead)) > 1);
		await closeDead();
	} finally {
		await site.close();
	}
});

it('should show organization, follow button and viewer count over the picture', async () => {
	const site = await openSite();
	try {
		for (const [count, shown] of [
			[9999, '9999'],
			[10_000, '1.0万'],
			['123456', '12.3万'],
			[12_999, '1.2万'],
		]) {
			site.origin.setLive({ id: '1', peopleCount: count as number });
			const { page, close } = await site.visit('?id=1');
			await page.getByText(shown as string, { exact: true }).waitFor();
			await page.getByText('阳光实验小学', { exact: true }).first().waitFor();
			await page.getByRole('button', { name: '关注' }).waitFor();
			await close();
		}
	} finally {
		await site.close();
	}
});

it.run();
