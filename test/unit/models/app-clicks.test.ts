import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/models/page-model.ts';
import { live } from '../../support/fake-app.ts';
import { create, flush, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('app: clicks');

withFakeApps(it);

// Refresh and retry.

it('should give the player the live anew when it refreshes', async () => {
	const { page, player, setLive } = await started();
	setLive(async () => live({ status: 2 }));
	assert.is((await player.refresh()).status, 2);
	assert.is(page.live.state.value.data!.status, 2);
});

it('should reject a refresh that fails, and keep the live', async () => {
	const { page, player, setLive } = await started({ title: '旧' });
	setLive(() => Promise.reject(new Error('offline')));
	let message = '';
	await player.refresh().catch((error) => (message = `${error}`));
	assert.is(message, 'Error: offline');
	assert.is(page.live.state.value.data!.title, '旧');
});

it('should let the player retry when the live is known', async () => {
	const { page, calls } = await started();
	page.actions.retry();
	await flush();
	assert.equal([calls('retry').length, calls('fetchLive').length], [1, 0]);
});

it('should fetch the live at a retry when it is not known, and show it', async () => {
	const { app, page, calls, first } = create();
	first.reject(Object.assign(new Error('not found'), { status: 404 }));
	app.start();
	await flush();
	page.actions.retry();
	assert.equal(page.live.state.value, { data: null, error: null, loading: true });
	await flush();
	assert.equal([calls('retry').length, calls('fetchLive').length], [0, 1]);
	assert.is(calls('show').length, 1);
});

it('should fetch the live at a retry when its address cannot be played, and show it', async () => {
	const { page, player, calls } = await started();
	player.state = { ...player.state, status: 'failed', failure: 'connection' };
	page.actions.retry();
	await flush();
	assert.equal([calls('retry').length, calls('fetchLive').length, calls('show').length], [0, 1, 2]);
});

for (const [status, failure] of [
	['failed', 'unsupported'],
	['reconnecting', 'connection'],
] as const)
	it(`should let the player retry what is ${status} with the failure ${failure}`, async () => {
		const { page, player, calls } = await started();
		player.state = { ...player.state, status, failure };
		page.actions.retry();
		await flush();
		assert.equal([calls('retry').length, calls('fetchLive').length], [1, 0]);
	});

it('should let the player retry when that cannot be fetched', async () => {
	const { page, player, calls, setLive } = await started();
	setLive(() => Promise.reject(new Error('offline')));
	player.state = { ...player.state, status: 'failed', failure: 'connection' };
	page.actions.retry();
	await flush();
	assert.equal([calls('retry').length, calls('show').length], [1, 1]);
});

it('should show nothing at a retry that fails as well', async () => {
	const { app, page, calls, first, setLive } = create();
	first.reject(Object.assign(new Error('not found'), { status: 404 }));
	setLive(() => Promise.reject(new Error('offline')));
	app.start();
	await flush();
	page.actions.retry();
	await flush();
	assert.is(calls('show').length, 0);
});

it('should play with sound on a click', async () => {
	const { page, calls } = await started();
	page.actions.unmute();
	assert.is(calls('unmute').length, 1);
});

// Clicks that need the deferred script.

for (const [act, call] of [
	[(page) => page.actions.openApp(), ['openApp', 'follow', { liveId: '1', organizationId: '9', newsid: undefined }]],
	[(page) => page.actions.login(), ['openApp', 'login', { liveId: '1', organizationId: '9', newsid: undefined }]],
	[(page) => page.actions.openNews('7'), ['openApp', 'openNews', { liveId: '1', organizationId: '9', newsid: '7' }]],
	[(page) => page.actions.copy('YG1'), ['copy', 'YG1']],
] as [act: (page: Page) => void, call: unknown[]][])
	it(`should request ${call} of the deferred script, with what shows the result`, async () => {
		const { page, calls, deferredRequests, deferred } = await started({ organizationId: '9' });
		act(page);
		assert.is(deferredRequests.at(-1)!.retry, 0);
		deferredRequests.at(-1)!.resolve(deferred);
		await flush();
		assert.equal(calls(call[0] as string), [[...call, page.notice]]);
	});

it('should share the live', async () => {
	const { page, calls, deferredRequests, deferred } = await started({ organizationId: '9' });
	page.actions.share();
	deferredRequests.at(-1)!.resolve(deferred);
	await flush();
	assert.equal(calls('share'), [['share', page.live.state.value.data, page.notice]]);
});

it('should copy the address of the page', async () => {
	const { page, deferredRequests, deferred, calls } = await started();
	page.actions.copyAddress();
	deferredRequests.at(-1)!.resolve(deferred);
	await flush();
	assert.equal(calls('copy'), [['copy', 'https://live.example.com/?id=1', page.notice]]);
});

it('should say so when the script for a click does not load, and request it again at the next click', async () => {
	const { page, deferredRequests, deferred, calls } = await started();
	page.actions.openApp();
	deferredRequests.at(-1)!.reject(new Error('not loaded'));
	await flush();
	assert.is(page.notice.toast.value, '网络不给力，请检查网络后重试');
	page.actions.openApp();
	deferredRequests.at(-1)!.resolve(deferred);
	await flush();
	assert.equal([deferredRequests.length, calls('openApp').length], [3, 1]);
});

it('should blame no network for an error of the action, which goes to the console', async () => {
	const { page, deferredRequests, deferred } = await started();
	const log = mock.method(console, 'error', () => {});
	page.actions.openApp();
	const openApp = () => Promise.reject(new TypeError('a bug'));
	deferredRequests.at(-1)!.resolve({ ...deferred, openApp });
	await flush();
	assert.equal([page.notice.toast.value, log.mock.calls[0]!.arguments], ['', ['TypeError: a bug']]);
});

// Clicks that need the on-demand script.

it('should load the dialogs when one is opened, and not before', async () => {
	const { page, onDemandRequests, onDemand } = await started();
	assert.is(onDemandRequests.length, 0);
	page.notice.open({ kind: 'open-in-browser' });
	assert.equal([onDemandRequests.map(({ retry }) => retry), page.dialogs.value], [[0], null]);
	onDemandRequests[0]!.resolve(onDemand);
	await flush();
	assert.is(page.dialogs.value, onDemand.Dialogs);
	assert.equal(page.notice.dialog.value, { kind: 'open-in-browser' });
});

it('should answer a question with no, and say so, when the dialogs do not load', async () => {
	const { page, onDemandRequests } = await started();
	const answer = page.notice.confirm('删除', '确认删除评论？');
	onDemandRequests[0]!.reject(new Error('not loaded'));
	assert.is(await answer, false);
	assert.equal([page.notice.dialog.value, page.notice.toast.value], [null, '网络不给力，请检查网络后重试']);
});

it('should enlarge an image', async () => {
	const { page, calls, onDemandRequests, onDemand } = await started();
	const image = {} as HTMLImageElement;
	page.actions.enlarge(image);
	onDemandRequests[0]!.resolve(onDemand);
	await flush();
	assert.equal(calls('enlarge'), [['enlarge', image, page.notice]]);
});

it.run();
