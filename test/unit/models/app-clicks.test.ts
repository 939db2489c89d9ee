import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Live, Page } from '../../../src/models/page-model.ts';
import { live } from '../../support/fake-app.ts';
import { create, flush, pass, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('app: clicks');

withFakeApps(it);

// Refresh and retry.

it('should reject a refresh that fails, and keep the live', async () => {
	const { page, player, setLive } = await started({ title: '旧' });
	setLive(() => Promise.reject(new Error('offline')));
	let message = '';
	await player.refresh().catch((error) => (message = `${error}`));
	assert.is(message, 'Error: offline');
	assert.is(page.live.state.value.data!.title, '旧');
});

for (const order of [
	[0, 1],
	[1, 0],
])
	it(`should give each of two refreshes its own answer, where they come in the order ${order}`, async () => {
		const { page, player, setLive } = await started({ title: '旧' });
		const answers: (() => void)[] = [];
		setLive(
			() => new Promise((resolve) => void answers.push(resolve.bind(null, live({ title: `${answers.length}` })))),
		);
		const given = [player.refresh(), player.refresh()].map((refresh) => refresh.then((next) => (next as Live).title));
		await flush();
		order.forEach((i) => answers[i]!());
		assert.equal(await Promise.all(given), ['0', '1']);
		assert.is(page.live.state.peek().data!.title, '1', 'the page shows what was requested last');
	});

const UNPLAYABLE = { status: 'failed', failure: 'connection' } as const;
for (const [what, state, answers, retry, fetchLive, show] of [
	['let the player retry when the live is known', {}, true, 1, 0, 1],
	['let the player retry what is not supported', { status: 'failed', failure: 'unsupported' }, true, 1, 0, 1],
	['let the player retry while it reconnects', { status: 'reconnecting', failure: 'connection' }, true, 1, 0, 1],
	['fetch and show a live whose address cannot be played', UNPLAYABLE, true, 0, 1, 2],
	['let the player retry when that cannot be fetched', UNPLAYABLE, false, 1, 1, 1],
	['fetch and show a live that is not known', null, true, 0, 1, 1],
	['show nothing when that cannot be fetched either', null, false, 0, 1, 0],
] as const)
	it(`should ${what}, at a retry`, async () => {
		const { app, page, player, calls, first, setLive } = create();
		if (state) first.resolve(live());
		else first.reject(Object.assign(new Error('not found'), { status: 404 }));
		app.start();
		await flush();
		player.state = { ...player.state, ...state };
		if (!answers) setLive(() => Promise.reject(new Error('offline')));
		page.actions.retry();
		if (!state) assert.equal(page.live.state.value, { data: null, error: null, loading: true });
		await flush();
		const counts = ['retry', 'fetchLive', 'show'].map((name) => calls(name).length);
		assert.equal(counts, [retry, fetchLive, show]);
	});

// Clicks that need nothing more.

for (const [act, call] of [
	[(page) => page.actions.openApp(), ['openApp', 'follow', { liveId: '1', organizationId: '9', newsid: undefined }]],
	[(page) => page.actions.login(), ['openApp', 'login', { liveId: '1', organizationId: '9', newsid: undefined }]],
	[(page) => page.actions.openNews('7'), ['openApp', 'openNews', { liveId: '1', organizationId: '9', newsid: '7' }]],
	[(page) => page.actions.copy('YG1'), ['copy', 'YG1']],
	[(page) => page.actions.copyAddress(), ['copy', 'https://live.example.com/?id=1']],
	[(page) => page.actions.share(), ['share', live({ organizationId: '9' }), 0]],
] as [act: (page: Page) => void, call: unknown[]][])
	it(`should ${call[0]} ${typeof call[1] === 'string' ? call[1] : 'the live'}, with what shows the result`, async () => {
		const { page, calls } = await started({ organizationId: '9' });
		act(page);
		assert.equal(calls(call[0] as string), [[...call, page.notice]]);
	});

// Clicks that need the live rules.

it('should pause, play and choose by the live rules, and remember the choice', async () => {
	const { page, player, calls, stageRequests, stageScript } = await started();
	player.state = { ...player.state, qualities: [{ name: '标清', kbps: 400, address: '', audioOnly: false }] };
	page.actions.pause();
	page.actions.choose(0);
	page.actions.play();
	assert.equal(calls('dispatch'), []);
	for (const { resolve } of stageRequests) resolve(stageScript);
	await new Promise(setImmediate);
	const events = calls('dispatch').map(([, event]) => event);
	assert.equal(events, [{ type: 'viewerPause' }, { type: 'pick', quality: 0 }, { type: 'viewerPlay' }]);
	assert.equal(calls('rememberPicked'), [['rememberPicked', '标清']]);
	assert.is(stageRequests.length, 1);
});

it('should say where the live rules do not come in time, and not act later', async () => {
	const { page, calls, stageRequests, stageScript } = await started();
	page.actions.pause();
	await pass(2000);
	assert.equal([page.notice.toast.value, page.notice.urgency.value], ['网络不给力，请检查网络后重试', 'assertive']);
	for (const { resolve } of stageRequests) resolve(stageScript);
	await flush();
	assert.equal(calls('dispatch'), []);
});

// Clicks that need the script of what is needed later.

it('should answer a question with no, and say so, when the dialogs do not load', async () => {
	const { page, moreRequests } = await started();
	const answer = page.notice.confirm('删除', '确认删除评论？');
	moreRequests[0]!.reject(new Error('not loaded'));
	assert.is(await answer, false);
	const { dialog, toast, urgency } = page.notice;
	assert.equal([dialog.value, toast.value, urgency.value], [null, '网络不给力，请检查网络后重试', 'assertive']);
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

it('should open dialogs and enlarge images once the script is there, which is not loaded before', async () => {
	const { page, calls, moreRequests, more } = await started();
	assert.is(moreRequests.length, 0);
	const image = {} as HTMLImageElement;
	page.notice.open({ kind: 'open-in-browser' });
	page.actions.enlarge(image);
	assert.equal([moreRequests[0]!.retry, page.more.value, calls('enlarge')], [0, null, []]);
	for (const { resolve } of moreRequests) resolve(more);
	await flush();
	assert.equal([page.more.value === more, page.notice.dialog.value], [true, { kind: 'open-in-browser' }]);
	assert.equal(calls('enlarge'), [['enlarge', image, page.notice]]);
});

for (const [status, seconds, sharesLinks, hasShareCard, offered] of [
	['replay', 31.5, true, false, true],
	['replay', 10, true, false, false],
	['replay', 31.5, false, false, false],
	['replay', 31.5, false, true, true],
	['playing', 31.5, true, false, false],
] as const)
	it(`should ${offered ? '' : 'not '}offer to share from ${seconds} s on while ${status}${sharesLinks ? '' : `, where only the app shares${hasShareCard ? ' a card' : ''}`}`, async () => {
		const { page, player, calls, moreRequests, more } = await started({}, { sharesLinks, hasShareCard });
		player.state = { ...player.state, status };
		Object.assign(player.video, { currentTime: seconds });
		page.actions.share();
		const dialog = page.notice.dialog.value;
		assert.equal([dialog?.kind, calls('share').length], offered ? ['share-moment', 0] : [undefined, 1]);
		if (dialog?.kind === 'share-moment') dialog.share(dialog.seconds);
		for (const { resolve } of moreRequests) resolve(more);
		await flush();
		// First the card, then the hint.
		const moments = calls('setShareCard').map((call) => call[3]);
		assert.equal(moments, offered && hasShareCard ? [seconds] : []);
		assert.is(calls('share')[0]![2], offered ? seconds : 0);
	});

it.run();
