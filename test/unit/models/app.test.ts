import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import { live } from '../../support/fake-app.ts';
import { create, flush, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('app');

withFakeApps(it);

// The first answer.

it("should show the answer to the head script's request, without a request of its own", async () => {
	const { page, calls } = await started({ title: '开学典礼', status: 3 });
	assert.is(page.live.state.value.data!.title, '开学典礼');
	assert.equal([calls('fetchLive'), calls('show')], [[], [['show', 3, 0]]]);
	assert.equal(calls('setTitle'), [['setTitle', '开学典礼']]);
});

it('should leave the document’s title for a live without one', async () =>
	assert.equal((await started({ title: '' })).calls('setTitle'), []));

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
	assert.equal([fake.page.player.status.value, fake.calls('show')], ['connecting', []]);
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
	assert.equal([page.chat.list.value.finished, page.chat.failed.value], [true, false]);
	assert.equal(page.news.state.value, { data: [], error: null, loading: false });
});

it('should look the browser up before it plays where only listed ones may', async () => {
	const config = { ...defaults, rts: { ...defaults.rts, tryUnlisted: false } };
	const { calls, moreRequests, more } = await started({}, { config });
	assert.is(calls('show').length, 0);
	const retries = moreRequests.map(({ retry }) => retry);
	assert.equal(retries, [0]);
	moreRequests[0]!.resolve(more);
	await flush();
	assert.equal(calls('show'), [['show', 1, 10112]]);
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

for (const [token, userId, member, moderator] of [
	['t', '7001', true, true],
	['t', '42', true, false],
	['t', '', false, false],
	['', '7001', false, true],
	['', '', false, false],
] as const)
	it(`should take token "${token}" and user id "${userId}" for those of ${moderator ? 'a moderator' : member ? 'a member' : 'nobody'}`, () => {
		const { app, page } = create({ token, userId });
		assert.equal([page.member.value, page.moderator], [false, moderator], 'no member before hydration');
		app.start();
		assert.is(page.member.value, member);
	});

// Calls that need a field of the live.

it('should fetch the news of the live’s organization, once the live is known', async () => {
	const { app, page, calls, first } = create();
	app.start();
	page.show('news');
	await flush();
	assert.is(calls('fetchNews').length, 0);
	first.resolve(live({ organizationId: '9' }));
	await flush();
	assert.equal(calls('fetchNews'), [['fetchNews', '9', undefined]]);
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

it('should send a message to the live’s stream, fetch the total of it, and delete a comment', async () => {
	const fake: ReturnType<typeof create> = await started({ oss: 'live/9.mp4' }, { loadMore: async () => fake.more });
	const { page, calls } = fake;
	await page.chat.send('加油');
	await flush();
	assert.equal(calls('saveChat'), [['saveChat', '加油', 'live/9.mp4']]);
	assert.equal(calls('fetchChatTotal'), [['fetchChatTotal', 'live/9.mp4']]);
	assert.is(page.chat.total.value, 7);
	await page.chat.remove('8');
	assert.equal(calls('deleteComment'), [['deleteComment', '8']]);
});

it.run();
