import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import { flush, pass, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('first loads that failed');
withFakeApps(it);

const config = { ...defaults, chatPollInterval: 0 };
const item = { id: '1', title: '喜报', image: '', reads: 0, comments: 0 };
const comment = { id: '1', nickname: '', content: '好' };

/** An app with one of the lists in view, which fails as `answer` says; and the seconds at which it is requested. */
async function open(
	tab: 'chat' | 'news',
	answer: { error: unknown; empty?: boolean },
	status = 1,
	chatPollInterval = 0,
) {
	const fake: Awaited<ReturnType<typeof started>> = await started(
		{ status },
		{ config: { ...config, chatPollInterval }, loadMore: async () => fake.more },
	);
	const name = tab === 'chat' ? 'fetchComments' : 'fetchNews';
	const { page, calls, lists } = fake;
	const answers =
		<T>(value: T) =>
		async () => {
			if (answer.error) throw answer.error;
			return answer.empty ? [] : [value];
		};
	Object.assign(lists, { comments: answers(comment), news: answers(item) });
	page.show(tab);
	await flush();
	return {
		page,
		kinds: () => calls(name).map((call) => call.at(-1)),
		shown: () => (tab === 'chat' ? page.chat.list.value.pages.length : (page.news.state.value.data || []).length),
		async requestedWithin(seconds: number) {
			const times: number[] = [];
			for (let second = 1; second <= seconds; second++) {
				const before = calls(name).length;
				await pass(1000);
				if (calls(name).length > before) times.push(second);
			}
			return times;
		},
	};
}

for (const [status, times] of [
	[1, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]],
	[2, [62, 124]],
	[3, [62, 124]],
] as const)
	it(`should poll the chat in view at ${times.slice(0, 2).join(', ')}, … s while the status is ${status}`, async () => {
		const { requestedWithin } = await open('chat', { error: null, empty: true }, status, 10_000);
		assert.equal(await requestedWithin(status === 1 ? 120 : 130), times);
	});

const refusal = (status: number, retryAfter = 0) => Object.assign(new Error('refused'), { status, retryAfter });
for (const tab of ['chat', 'news'] as const) {
	for (const [what, error] of [
		['503', refusal(503)],
		['a refusal, which the next minute may allow', refusal(403)],
		['a timeout', new Error('no answer in time')],
	] as const)
		it(`should load the ${tab} by itself after ${what}`, async () => {
			const answer: { error: unknown } = { error };
			const { shown, requestedWithin, kinds } = await open(tab, answer);
			assert.equal(await requestedWithin(120), [10, 32, 65, 98]);
			assert.equal(kinds().slice(1), Array(4).fill('poll'));
			answer.error = null;
			assert.equal([await requestedWithin(60), shown()], [[11], 1]);
		});

	it(`should not repeat the ${tab} before the time that the server demands, nor while it is out of view`, async () => {
		const { page, requestedWithin } = await open(tab, { error: refusal(503, 20_000) });
		assert.equal(await requestedWithin(40), [27]);
		page.show('introduction');
		assert.equal(await requestedWithin(60), []);
	});
}

it.run();
