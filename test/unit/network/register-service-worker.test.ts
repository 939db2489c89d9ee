import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { registerServiceWorker } from '../../../src/network/register-service-worker.ts';

const it = suite('register service worker');
it.after.each(() => mock.restoreAll());

/** A container that records its calls. */
function fakeContainer({ controlled = false, registered = false, fails = false } = {}) {
	const calls: string[] = [];
	const container = {
		controller: controlled ? { postMessage: (message: string) => calls.push(`post ${message}`) } : null,
		async register(url: string) {
			calls.push(`register ${url}`);
			if (fails) throw new TypeError('the script is not there');
		},
		getRegistration: async () => (registered ? { unregister: async () => calls.push('unregister') } : undefined),
	};
	return { container: container as unknown as ServiceWorkerContainer, calls };
}

for (const [what, options, enabled, expected] of [
	['register one where the visit had none', {}, true, ['register service-worker.js']],
	['have the one that answered look for changes', { controlled: true }, true, ['post refresh']],
	['remove one where the deployment has none', { registered: true }, false, ['unregister']],
	['do nothing where there is none to remove', {}, false, []],
] as const)
	it(`should ${what}`, async () => {
		const { container, calls } = fakeContainer(options);
		await registerServiceWorker(container, enabled);
		assert.equal(calls, expected);
	});

it('should do nothing where there are no service workers', () => registerServiceWorker(undefined, true));

it('should log a failure, and not reject', async () => {
	const info = mock.method(console, 'info', () => {});
	const { container } = fakeContainer({ fails: true });
	await registerServiceWorker(container, true);
	assert.equal(info.mock.calls[0]!.arguments, ['Service worker: TypeError: the script is not there']);
});

it.run();
