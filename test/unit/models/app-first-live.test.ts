/** Requests for the live after the first one has failed. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { live } from '../../support/fake-app.ts';
import { create, flush, pass, withFakeApps } from '../../support/running-app.ts';

const it = suite('app: the first live');

withFakeApps(it);

const NETWORK = new TypeError('network');
const refusal = (status: number) => Object.assign(new Error('refused'), { status });

/** An app whose first request has failed, and whose others do. */
async function failing(error: Error, options: Parameters<typeof create>[0] = {}) {
	const fake = create(options);
	fake.setLive(() => Promise.reject(error));
	fake.first.reject(error);
	fake.app.start();
	await flush();
	const requests = () => fake.calls('fetchLive').length;
	async function passSeconds(seconds: number) {
		for (let second = 0; second < seconds; second++) await pass(1000);
	}
	return { ...fake, requests, passSeconds, title: () => fake.page.live.state.value.data?.title };
}

for (const [status, again] of [
	[0, true],
	[399, true],
	[400, false],
	[499, false],
	[500, true],
] as const)
	it(`should ${again ? '' : 'not '}request the live again at once after status ${status}`, async () => {
		const { requests } = await failing(refusal(status));
		assert.is(requests(), +again);
	});

it('should go on requesting the live after two requests that failed, less and less often, and show it', async () => {
	const { requests, passSeconds, setLive, title, calls } = await failing(NETWORK);
	const times: number[] = [];
	for (let second = 1; second <= 120; second++) {
		const before = requests();
		await pass(1000);
		if (requests() > before) times.push(second);
	}
	// With those two, ten in the first minute.
	assert.equal(times, [1, 3, 6, 9, 12, 15, 28, 52, 76, 100]);
	setLive(async () => live({ title: '恢复' }));
	await pass(30_000);
	assert.equal([title(), calls('show')], ['恢复', [['show', 1, 0]]]);
	const before = requests();
	await passSeconds(30);
	assert.is(requests(), before, 'it is known');
});

it('should request the live of a first load again when the browser is online', async () => {
	const { passSeconds, setLive, title } = await failing(NETWORK);
	await passSeconds(40);
	setLive(async () => live({ title: '恢复' }));
	dispatchEvent(new Event('online'));
	await pass(1000);
	assert.is(title(), '恢复');
});

it('should request the live once when the server has refused it, until somebody asks', async () => {
	const { requests, passSeconds, page } = await failing(refusal(404));
	await passSeconds(60);
	dispatchEvent(new Event('online'));
	await pass(5000);
	assert.is(requests(), 0);
	page.actions.retry();
	await pass(60_000);
	assert.is(requests(), 1);
});

it('should not request the live before the time that the server demands', async () => {
	const { requests } = await failing(Object.assign(refusal(503), { retryAfter: 20_000 }));
	await pass(19_999);
	assert.is(requests(), 0);
	// Spread over up to 10 s more.
	await pass(7000);
	assert.is(requests(), 1);
});

it('should not request a live without an id', async () => {
	const { requests, page } = await failing(new Error('no id'), { id: '' });
	assert.equal([requests(), `${page.live.state.value.error}`], [0, 'Error: no id']);
});

it.run();
