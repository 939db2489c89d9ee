import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { registerServiceWorker } from '../../../src/network/register-service-worker.ts';

const it = suite('register service worker');
it.before.each(() => void Object.assign(globalThis, { location: new URL('https://live.example.com/live/?id=1') }));
it.after.each(() => mock.restoreAll());

/** A container that records its calls; `folder` is that of a worker that answered the visit. */
function fakeContainer({ folder = '', script = 'service-worker.js', fails = false } = {}) {
	const calls: string[] = [];
	const active = {
		scriptURL: `https://live.example.com${folder}${script}`,
		postMessage: (message: string) => calls.push(`post ${message}`),
	};
	const registration = { active, unregister: async () => calls.push('unregister') };
	const container = {
		controller: folder ? active : null,
		async register(url: string) {
			calls.push(`register ${url}`);
			if (fails) throw new TypeError('the script is not there');
		},
		getRegistration: async () => (folder ? registration : undefined),
	};
	return { container: container as unknown as ServiceWorkerContainer, calls };
}

const REGISTERED = ['register service-worker.js'];
for (const [what, options, enabled, expected] of [
	['register one where the visit had none', {}, true, REGISTERED],
	['have the one that answered look for changes', { folder: '/live/' }, true, ['post refresh']],
	['replace that of an earlier site', { folder: '/live/', script: 'old-sw.js' }, true, REGISTERED],
	['leave that of another site', { folder: '/live/', script: 'old-sw.js' }, false, []],
	['remove one where the deployment has none', { folder: '/live/' }, false, ['unregister']],
	['register one of its own where that of a folder above answered', { folder: '/' }, true, REGISTERED],
	['leave that of a folder above', { folder: '/' }, false, []],
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
