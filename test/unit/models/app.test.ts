import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import { live } from '../../support/fake-app.ts';
import { create, flush, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('app');

withFakeApps(it);

// The first answer.

it("should take over the answer to the head script's request without a request of its own", async () => {
	const { page, calls } = await started({ title: '开学典礼' });
	assert.is(page.live.state.value.data!.title, '开学典礼');
	assert.is(calls('fetchLive').length, 0);
});

it('should show the live where nothing is shown yet', async () => {
	const { calls } = await started({ status: 3 });
	assert.equal(calls('show'), [['show', 3, 0]]);
});

it('should leave a player alone that boot has started', async () => {
	const fake = create();
	fake.player.state = { ...fake.player.state, status: 'connecting' };
	fake.first.resolve(live());
	fake.app.start();
	await flush();
	assert.is(fake.calls('show').length, 0);
});

it("should show the player's state, also while the page's own call takes long", async () => {
	const fake = create();
	fake.player.state = { ...fake.player.state, status: 'connecting' };
	fake.app.start();
	assert.not(fake.page.hydrated.value);
	await flush();
	assert.ok(fake.page.hydrated.value);
	assert.is(fake.page.player.status.value, 'connecting');
	assert.ok(fake.page.live.state.value.loading);
	fake.first.resolve(live());
	await flush();
	assert.is(fake.page.player.status.value, 'connecting');
	fake.player.listeners.forEach((listener) => listener({ ...fake.player.state, status: 'playing' }));
	assert.is(fake.page.player.status.value, 'playing');
});

it('should have an empty chat and no news without an id, and request neither', async () => {
	const { app, page, calls, first } = create({ id: '' });
	first.reject(new Error('no id'));
	app.start();
	page.show('chat');
	page.show('news');
	await flush();
	assert.equal([calls('fetchComments'), calls('fetchNews')], [[], []]);
	assert.equal([page.chat.finished.value, page.chat.failed.value], [true, false]);
	assert.equal(page.news.state.value, { data: [], error: null, loading: false });
});

it('should look the browser up before it plays where only listed ones may', async () => {
	const config = { ...defaults, rts: { ...defaults.rts, tryUnlisted: false } };
	const { calls, moreRequests, more } = await started({}, { config });
	assert.is(calls('show').length, 0);
	assert.equal(
		moreRequests.map(({ retry }) => retry),
		[0],
	);
	moreRequests[0]!.resolve(more);
	await flush();
	assert.equal(calls('show'), [['show', 1, 10112]]);
});

it('should set the title of the live, and leave the document’s for a live without one', async () => {
	assert.equal((await started({ title: '开学典礼' })).calls('setTitle'), [['setTitle', '开学典礼']]);
	assert.equal((await started({ title: '' })).calls('setTitle'), []);
});

it("should link news and the operator's links to http(s) only", () => {
	const { page } = create({
		config: {
			...defaults,
			newsUrl: 'https://news.example.com/{newsid}?from=live',
			links: { 京ICP备1号: 'https://beian.example.com/', 举报: 'javascript:alert(1)', 主办单位: '' },
		},
	});
	assert.is(page.newsUrl('7&7'), 'https://news.example.com/7%267?from=live');
	assert.is(page.newsUrl(''), '');
	assert.equal(page.links, [
		['京ICP备1号', 'https://beian.example.com/'],
		['举报', ''],
		['主办单位', ''],
	]);
	const { page: unsafe } = create({ config: { ...defaults, newsUrl: 'javascript:{newsid}' } });
	assert.is(unsafe.newsUrl('7'), '');
});

for (const name of ['scheme', 'universalLink', 'downloadUrl'])
	it(`should open news in the app of a deployment with app.${name}`, () => {
		assert.is(create().page.newsInApp, false);
		const config = { ...defaults, app: { ...defaults.app, [name]: 'https://app.example.com/' } };
		assert.is(create({ config }).page.newsInApp, true);
	});

// The visit.

for (const [token, userId, member] of [
	['t', '42', true],
	['t', '', false],
	['', '42', false],
	['', '', false],
] as const)
	it(`should take token "${token}" and user id "${userId}" for ${member ? 'a member' : 'an anonymous viewer'}`, async () => {
		const fake = create({ token, userId });
		assert.is(fake.page.member.value, false, 'not before hydration');
		fake.app.start();
		assert.is(fake.page.member.value, member);
	});

for (const [token, userId, moderator] of [
	['t', '7001', true],
	['', '7001', false],
	['t', '42', false],
] as const)
	it(`should ${moderator ? '' : 'not '}let user ${userId} with token "${token}" delete comments`, () =>
		assert.is(create({ token, userId }).page.moderator, moderator));

// Calls that need a field of the live.

it('should fetch the news of the live’s organization', async () => {
	const { page, calls } = await started({ organizationId: '9' });
	page.show('news');
	await flush();
	assert.equal(calls('fetchNews'), [['fetchNews', '9', undefined]]);
});

it('should hold the news back until the live is known', async () => {
	const { app, page, calls, first } = create();
	app.start();
	page.show('news');
	await flush();
	assert.is(calls('fetchNews').length, 0);
	first.resolve(live());
	await flush();
	assert.is(calls('fetchNews').length, 1);
});

it('should show the live’s error in the news when the live cannot be fetched', async () => {
	const { app, page, calls, first } = create();
	const error = Object.assign(new Error('not found'), { status: 404 });
	first.reject(error);
	app.start();
	page.show('news');
	await flush();
	assert.is(calls('fetchNews').length, 0);
	assert.is(page.news.state.value.error, error);
});

it('should send a message to the live’s stream, and fetch the total of it', async () => {
	const { page, calls } = await started({ oss: 'live/9.mp4' });
	await page.chat.send('加油');
	await flush();
	assert.equal(calls('saveChat'), [['saveChat', '加油', 'live/9.mp4']]);
	assert.equal(calls('fetchChatTotal'), [['fetchChatTotal', 'live/9.mp4']]);
	assert.is(page.chat.total.value, 7);
});

it('should delete a comment', async () => {
	const { page, calls } = await started();
	await page.chat.remove('8');
	assert.equal(calls('deleteComment'), [['deleteComment', '8']]);
});

it.run();
