import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CACHE, startWorker } from '../../support/fake-service-worker.ts';

const it = suite('service worker that is turned off');
const scope = startWorker(false);
it.before.each(() => scope.reset());

it('should take over at once', async () => {
	await scope.dispatch('install');
	assert.equal([scope.calls, scope.cacheNames()], [['skipWaiting'], []]);
});

for (const type of ['activate', 'message'])
	it(`should remove what an earlier one left on "${type}"`, async () => {
		for (const name of [`${CACHE}1`, 'other', CACHE]) scope.addCache(name);
		await scope.dispatch(type);
		assert.equal([scope.calls, scope.cacheNames()], [['unregister'], ['other']]);
	});

it('should answer no request', () => assert.equal(scope.events(), ['install', 'activate', 'message']));

it.run();
