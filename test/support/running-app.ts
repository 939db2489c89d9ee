import type { PlayerStatus } from '../../src/player/core/state.ts';
import { mock } from 'node:test';
import type { Test } from 'uvu';
import type { Live } from '../../src/api/complete-live.ts';
import { setup } from './dom.ts';
import { createFakeApp, live } from './fake-app.ts';

type FakeApp = ReturnType<typeof createFakeApp>;
type Options = Parameters<typeof createFakeApp>[0];

const apps: FakeApp[] = [];

/** Gives a suite a document and a clock that is moved by hand, and stops the apps of each test. */
export function withFakeApps(it: Test): void {
	it.before.each(() => {
		setup();
		mock.timers.enable({ apis: ['setTimeout'] });
		mock.method(console, 'warn', () => {});
		mock.method(console, 'info', () => {});
		mock.method(Math, 'random', () => 0.5);
	});
	it.after.each(() => {
		for (const { app } of apps.splice(0)) app.stop();
		mock.timers.reset();
		mock.restoreAll();
	});
}

/** Lets promises settle, and tasks that are due run. */
export async function flush() {
	for (let turn = 0; turn < 5; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		mock.timers.tick(0);
	}
}

/** Moves the clock on. */
export async function pass(milliseconds: number) {
	mock.timers.tick(milliseconds);
	await flush();
}

/** Makes an app, which ends with the test. */
export function create(options: Options = {}): FakeApp {
	const fake = createFakeApp(options);
	apps.push(fake);
	return fake;
}

export async function started(fields: Partial<Live> = {}, options: Options = {}) {
	const fake = create(options);
	fake.first.resolve(live(fields));
	fake.app.start();
	await flush();
	return fake;
}

export async function playing(fields: Partial<Live> = {}) {
	const fake = await started(fields);
	setStatus(fake, 'playing');
	fake.firstFrame.resolve();
	await flush();
	return fake;
}

export function setStatus({ page }: FakeApp, status: PlayerStatus) {
	page.player.state.value = { ...page.player.state.value, status };
}
