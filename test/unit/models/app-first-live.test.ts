/** Requests for the live after the first one has failed. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { live } from '../../support/fake-app.ts';
import { create, flush, pass, withFakeApps } from '../../support/running-app.ts';

const it = suite('app: the first live');

withFakeApps(it);

it('should request the live again when the first request failed', async () => {
	const fake = create();
	fake.setLive(async () => live({ title: '第二次' }));
	fake.first.reject(new TypeError('network'));
	fake.app.start();
	await flush();
	assert.is(fake.page.live.state.value.data!.title, '第二次');
	assert.equal(fake.calls('show'), [['show', 1, 0]]);
});

for (const [status, again] of [
	[0, true],
	[399, true],
	[400, false],
	[404, false],
	[499, false],
	[500, true],
] as const)
	it(`should ${again ? '' : 'not '}request the live again after status ${status}`, async () => {
		const fake = create();
		fake.first.reject(Object.assign(new Error('refused'), { status }));
		fake.app.start();
		await flush();
		assert.is(fake.calls('fetchLive').length, again ? 1 : 0);
		assert.is(!fake.page.live.state.value.data, !again);
	});

it('should go on requesting the live of a first load that failed, less and less often', async () => {
	const fake = create();
	fake.setLive(() => Promise.reject(new TypeError('network')));
	fake.first.reject(new TypeError('network'));
	fake.app.start();
	await flush();
	const times: number[] = [];
	for (let second = 1; second <= 120; second++) {
		const before = fake.calls('fetchLive').length;
		await pass(999);
		assert.is(fake.calls('fetchLive').length, before);
		await pass(1);
		if (fake.calls('fetchLive').length > before) times.push(second);
	}
	assert.equal(times, [1, 3, 7, 15, 31, 61, 91]);
	fake.setLive(async () => live({ title: '恢复' }));
	await pass(30_000);
	assert.is(fake.page.live.state.value.data!.title, '恢复');
	assert.equal(fake.calls('show'), [['show', 1, 0]]);
	const requests = fake.calls('fetchLive').length;
	await pass(30_000);
	assert.is(fake.calls('fetchLive').length, requests, 'it is known');
});

it('should request the live of a first load again when the browser is online', async () => {
	const fake = create();
	fake.setLive(() => Promise.reject(new TypeError('network')));
	fake.first.reject(new TypeError('network'));
	fake.app.start();
	for (let second = 0; second < 40; second++) await pass(1000);
	fake.setLive(async () => live({ title: '恢复' }));
	dispatchEvent(new Event('online'));
	await pass(1000);
	assert.is(fake.page.live.state.value.data!.title, '恢复');
});

for (const status of [401, 403, 404])
	it(`should request the live once when the server answers ${status}, until somebody asks`, async () => {
		const fake = create();
		const refused = Object.assign(new Error('refused'), { status });
		fake.setLive(() => Promise.reject(refused));
		fake.first.reject(refused);
		fake.app.start();
		for (let second = 0; second < 60; second++) await pass(1000);
		dispatchEvent(new Event('online'));
		await pass(5000);
		assert.is(fake.calls('fetchLive').length, 0);
		fake.page.actions.retry();
		await pass(60_000);
		assert.is(fake.calls('fetchLive').length, 1);
	});

it('should not request the live before the time that the server demands', async () => {
	const fake = create();
	fake.first.reject(Object.assign(new Error('busy'), { status: 503, retryAfter: 20_000 }));
	fake.app.start();
	await flush();
	await pass(19_999);
	assert.is(fake.calls('fetchLive').length, 0);
	await pass(1000);
	assert.is(fake.calls('fetchLive').length, 1);
});

it('should not request a live without an id', async () => {
	const fake = create({ id: '' });
	fake.first.reject(new Error('no id'));
	fake.app.start();
	await flush();
	assert.is(fake.calls('fetchLive').length, 0);
	assert.is(`${fake.page.live.state.value.error}`, 'Error: no id');
});

it.run();
