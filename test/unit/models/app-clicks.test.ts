import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/models/page-model.ts';
import { live } from '../../support/fake-app.ts';
import { create, flush, pass, started, withFakeApps } from '../../support/running-app.ts';

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

// Clicks that need nothing more.

for (const [act, call] of [
	[(page) => page.actions.openApp(), ['openApp', 'follow', { liveId: '1', organizationId: '9', newsid: undefined }]],
	[(page) => page.actions.login(), ['openApp', 'login', { liveId: '1', organizationId: '9', newsid: undefined }]],
	[(page) => page.actions.openNews('7'), ['openApp', 'openNews', { liveId: '1', organizationId: '9', newsid: '7' }]],
	[(page) => page.actions.copy('YG1'), ['copy', 'YG1']],
	[(page) => page.actions.copyAddress(), ['copy', 'https://live.example.com/?id=1']],
] as [act: (page: Page) => void, call: unknown[]][])
	it(`should ${call}, with what shows the result`, async () => {
		const { page, calls } = await started({ organizationId: '9' });
		act(page);
		assert.equal(calls(call[0] as string), [[...call, page.notice]]);
	});

it('should share the live', async () => {
	const { page, calls } = await started({ organizationId: '9' });
	page.actions.share();
	assert.equal(calls('share'), [['share', page.live.state.value.data, page.notice]]);
});

// Clicks that need the live rules.

it('should pause, play and choose by the live rules, and remember the choice', async () => {
	const { page, player, calls, liveRequests, liveScript } = await started();
	player.state = { ...player.state, qualities: [{ name: '标清', kbps: 400, address: '', audioOnly: false }] };
	page.actions.pause();
	page.actions.choose(0);
	page.actions.play();
	assert.equal(calls('dispatch'), []);
	for (const { resolve } of liveRequests) resolve(liveScript);
	await new Promise(setImmediate);
	assert.equal(
		calls('dispatch').map(([, event]) => event),
		[{ type: 'viewerPause' }, { type: 'choose', quality: 0, by: 'viewer' }, { type: 'viewerPlay' }],
	);
	assert.equal(calls('rememberPicked'), [['rememberPicked', '标清']]);
	assert.is(liveRequests.length, 1);
});

it('should say where the live rules do not come in time, and not act later', async () => {
	const { page, calls, liveRequests, liveScript } = await started();
	page.actions.pause();
	await pass(2000);
	assert.ok(page.notice.toast.value);
	for (const { resolve } of liveRequests) resolve(liveScript);
	await flush();
	assert.equal(calls('dispatch'), []);
});

// Clicks that need the script of what is needed later.

it('should load the dialogs when one is opened, and not before', async () => {
	const { page, moreRequests, more } = await started();
	assert.is(moreRequests.length, 0);
	page.notice.open({ kind: 'open-in-browser' });
	assert.equal([moreRequests.map(({ retry }) => retry), page.more.value], [[0], null]);
	moreRequests[0]!.resolve(more);
	await flush();
	assert.is(page.more.value, more);
	assert.equal(page.notice.dialog.value, { kind: 'open-in-browser' });
});

it('should answer a question with no, and say so, when the dialogs do not load', async () => {
	const { page, moreRequests } = await started();
	const answer = page.notice.confirm('删除', '确认删除评论？');
	moreRequests[0]!.reject(new Error('not loaded'));
	assert.is(await answer, false);
	assert.equal([page.notice.dialog.value, page.notice.toast.value], [null, '网络不给力，请检查网络后重试']);
});

it('should leave what a script throws to the console, as it is no fault of the network', async () => {
	const errors: unknown[] = [];
	const onRejection = (error: unknown) => errors.push(error);
	process.on('unhandledRejection', onRejection);
	const { page, moreRequests, more } = await started();
	page.actions.enlarge({} as HTMLImageElement);
	const error = new Error('a fault');
	const enlarge = () => {
		throw error;
	};
	moreRequests[0]!.resolve({ ...more, enlarge });
	await flush();
	process.off('unhandledRejection', onRejection);
	assert.equal([errors, page.notice.toast.value], [[error], '']);
});

it('should enlarge an image', async () => {
	const { page, calls, moreRequests, more } = await started();
	const image = {} as HTMLImageElement;
	page.actions.enlarge(image);
	moreRequests[0]!.resolve(more);
	await flush();
	assert.equal(calls('enlarge'), [['enlarge', image, page.notice]]);
});

it.run();
