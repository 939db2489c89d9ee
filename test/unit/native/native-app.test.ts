import { mock } from 'node:test';
import { setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import { createNativeApp } from '../../../src/native/native-app.ts';
import { environment } from '../../../src/visit/environment.ts';
import { userAgentOf } from '../../fixtures/user-agents.ts';

const it = suite('native app');
const global = globalThis as any;
it.before.each(() => setup());
it.after.each(() => {
	mock.timers.reset();
	Reflect.deleteProperty(global, 'LiveApp');
});

const create = (insideApp = false) =>
	createNativeApp({
		app: { ...defaults.app, name: '校园' },
		environment: environment(userAgentOf('Chrome, Android'), 5),
		insideApp,
	});

for (const [what, seconds, insideApp, stops, inside] of [
	['at once where the user agent names the app', 0, true, false, true],
	['with a bridge that is there', 0, false, false, true],
	['with a bridge that comes after 9 s', 9, false, false, true],
	['not with one after 11 s', 11, false, false, false],
	['not once stopped', 9, false, true, false],
] as const)
	it(`should find the page inside the app ${what}`, () => {
		mock.timers.enable({ apis: ['setTimeout'] });
		let found = 0;
		if (!seconds && !insideApp) global.LiveApp = { postMessage() {} };
		const stop = create(insideApp).whenInside(() => found++);
		if (stops) stop();
		// Chained timers count from the end of a tick.
		for (let tenth = 0; tenth < seconds * 10; tenth++) mock.timers.tick(100);
		global.LiveApp = { postMessage() {} };
		mock.timers.tick(100);
		assert.is(found, inside ? 1 : 0);
	});

it('should say that the app has to be opened where nothing opens it', async () => {
	const toasts: string[] = [];
	const notice = { showToast: (message: string) => void toasts.push(message), open() {} };
	await create().open('follow', { liveId: '1', organizationId: '9' }, notice);
	assert.equal(toasts, ['请打开校园App']);
});

it.run();
