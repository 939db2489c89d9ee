import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followBuild, goOver } from '../../../src/network/another-build.ts';
import { setup } from '../../support/dom.ts';

const it = suite('another build');
it.after.each(() => mock.restoreAll());

const OWN = 'app.00000001.js';
const OTHER = 'app.00000002.js';

/** A page whose video is as said, and the bundle of the server's build; '' where none answers. */
function open(bundle: string, video: Partial<HTMLVideoElement> = {}, state: object | null = null, status = 'idle') {
	setup({ html: `<!doctype html><body><script>load("./${OWN}")</script><video></video></body>` });
	const calls: string[] = [];
	const element = Object.assign(document.querySelector('video')!, { pause: () => calls.push('pause') });
	const set = (fields: object) => {
		for (const [name, value] of Object.entries(fields))
			Object.defineProperty(element, name, { value, configurable: true });
	};
	set({ paused: true, readyState: 0, ...video });
	const history = { state, replaceState: (next: object) => (history.state = next) };
	const append = (script: HTMLScriptElement) => {
		calls.push(script.getAttribute('src')!);
		if (!bundle) return void script.onerror!('');
		goOver(bundle);
		script.onload!(new Event('load'));
	};
	Object.defineProperty(document.head, 'append', { value: append, configurable: true });
	const listeners: Record<string, (event: object) => void> = {};
	const addEventListener = (type: string, act: (event: object) => void) => (listeners[type] = act);
	const dispatchEvent = (event: CustomEvent) => {
		let isPrevented = false;
		const on = listeners[event.type];
		on?.({ detail: event.detail, preventDefault: () => (isPrevented = true) });
		return !isPrevented;
	};
	const location = { reload: () => calls.push('reload') };
	Object.assign(globalThis, { addEventListener, dispatchEvent, history, location });
	const policy = { autoplayWindow: 1000 };
	const player = { video: element, policy, state: { status } };
	const follow = () => followBuild({ player, onFound: () => calls.push('found'), onLeave: () => calls.push('leave') });
	return {
		calls,
		policy,
		history,
		set,
		follow,
		on(type: string, target: EventTarget = element) {
			// linkedom has no such properties of elements.
			if (type === 'pause') element.onpause?.(new Event(type));
			target.dispatchEvent(new Event(type));
		},
		/** Has a script fail to load. */
		miss: (integrity = 'sha256-x') => listeners.error!({ target: { integrity } }),
	};
}

const PLAYING = { paused: false, readyState: 4 };
const ASKED = 'service-worker.js';
const WENT = [ASKED, 'found', 'leave', 'reload'];
for (const [what, bundle, video, state, expected, failed] of [
	['go over to it at once while nothing plays', OTHER, {}, null, WENT],
	['go over to it while nothing has come to play', OTHER, { paused: false }, null, WENT],
	['go over to a third one', OTHER, {}, { movedTo: 'app.00000003.js' }, WENT],
	['wait while something plays', OTHER, PLAYING, null, [ASKED, 'found']],
	['stay with its own', OWN, {}, null, [ASKED]],
	['stay where it has come back from it', OTHER, {}, { movedTo: OTHER }, [ASKED]],
	['stay without a network', '', {}, null, [ASKED]],
	['not ask for what fails but scripts of the build', OTHER, {}, null, [], ''],
] as const)
	it(`should ${what}`, () => {
		const { calls, follow, miss } = open(bundle, video, state);
		follow();
		miss(failed);
		assert.equal(calls, expected);
	});

it('should go over at once where the page has not even its bundle', () => {
	const { calls, history } = open(OTHER, PLAYING, { visit: 'key' });
	goOver(OTHER);
	goOver(OTHER);
	assert.equal([calls, history.state], [['reload'], { visit: 'key', movedTo: OTHER }]);
});

it('should go over at the next pause, not in a hidden tab, and stay paused there', () => {
	const { calls, history, set, on, follow, miss } = open(OTHER, PLAYING, { visit: 'key' });
	follow();
	miss();
	goOver(OTHER);
	set({ paused: true });
	Object.defineProperty(document, 'hidden', { value: true, configurable: true });
	on('pause');
	assert.is(calls.includes('reload'), false);
	Object.defineProperty(document, 'hidden', { value: false, configurable: true });
	on('visibilitychange', document);
	assert.equal(calls.slice(2), ['leave', 'reload']);
	assert.equal(history.state, { visit: 'key', movedTo: OTHER, paused: true });
});

for (const [status, paused] of [
	['paused', true],
	['reconnecting', false],
	['cover', false],
] as const)
	it(`should ${paused ? '' : 'not '}stay paused there where a broadcast has no connection: ${status}`, () => {
		const { calls, history, follow, miss } = open(OTHER, {}, null, status);
		follow();
		miss();
		assert.equal([calls, history.state], [WENT, { movedTo: OTHER, paused }] as unknown);
	});

for (const [what, video] of [
	['plays', PLAYING],
	['begins', {}],
	['is to play and has nothing yet', { paused: false }],
] as const)
	it(`should stay paused where that was, also if it ${what} by then, once`, () => {
		const { calls, policy, history, on, follow } = open(OWN, video, { movedTo: 'a', paused: true });
		follow();
		assert.equal(calls, video === PLAYING ? ['pause'] : []);
		on('playing');
		on('playing');
		assert.equal([calls, history.state], [['pause'], { movedTo: 'a', paused: false }]);
		assert.is(policy.autoplayWindow, 0);
	});

it.run();
