import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followBuild } from '../../../src/network/another-build.ts';
import { setup } from '../../support/dom.ts';

const it = suite('another build');
it.after.each(() => mock.restoreAll());

const OWN = '<script>load("./app.00000001.js")</script>';
const OTHER = OWN.replace('1.js', '2.js');

/** A page whose video is as said, and a server that answers with HTML, or fails. */
function open(html: string, video: Partial<HTMLVideoElement> = {}, state: object | null = null) {
	setup({ html: `<!doctype html><body>${OWN}<video></video></body>` });
	const calls: string[] = [];
	const element = Object.assign(document.querySelector('video')!, { pause: () => calls.push('pause') });
	const set = (fields: object) => {
		for (const [name, value] of Object.entries(fields))
			Object.defineProperty(element, name, { value, configurable: true });
	};
	set({ paused: true, readyState: 0, ...video });
	const history = { state, replaceState: (next: object) => (history.state = next) };
	const fetch = async () => {
		calls.push('fetch');
		if (!html) throw new TypeError('offline');
		return new Response(html, { status: html === 'gone' ? 404 : 200 });
	};
	const location = { pathname: '/', reload: () => calls.push('reload') };
	let onError: (event: unknown) => void;
	const addEventListener = (_: string, act: typeof onError) => (onError = act);
	Object.assign(globalThis, { addEventListener, history, fetch, location });
	followBuild({
		video: element,
		onFound: () => calls.push('found'),
		onLeave: () => calls.push('leave'),
	});
	return {
		calls,
		history,
		set,
		on(type: string, target: EventTarget = element) {
			// linkedom has no such properties of elements.
			if (type === 'pause') element.onpause?.(new Event(type));
			else target.dispatchEvent(new Event(type));
		},
		/** Has a script fail to load. */
		async miss(integrity = 'sha256-x') {
			onError({ target: { integrity } });
			await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

const PLAYING = { paused: false, readyState: 4 };
const WENT = ['fetch', 'found', 'leave', 'reload'];
for (const [what, html, video, state, expected] of [
	['go over to it at once while nothing plays', OTHER, {}, null, WENT],
	['go over to it while nothing has come to play', OTHER, { paused: false }, null, WENT],
	['go over to a third one', OTHER, {}, { movedTo: 'app.00000003.js' }, WENT],
	['wait while something plays', OTHER, PLAYING, null, ['fetch', 'found']],
	['stay with its own', OWN, {}, null, ['fetch']],
	['stay where it has come back from it', OTHER, {}, { movedTo: 'app.00000002.js' }, ['fetch']],
	['stay while the server answers with another page', '<p>log in', {}, null, ['fetch']],
	['stay while the page is gone', 'gone', {}, null, ['fetch']],
	['stay without a network', '', {}, null, ['fetch']],
] as const)
	it(`should ${what}`, async () => {
		const { calls, miss } = open(html, video, state);
		await miss();
		assert.equal(calls, expected);
	});

it('should not ask for what fails but scripts of the build', async () => {
	const { calls, miss } = open(OTHER);
	await miss('');
	assert.equal(calls, []);
});

it('should go over at the next pause, not in a hidden tab, and stay paused there', async () => {
	const { calls, history, set, on, miss } = open(OTHER, PLAYING, { visit: 'key' });
	await miss();
	set({ paused: true });
	Object.defineProperty(document, 'hidden', { value: true, configurable: true });
	on('pause');
	assert.is(calls.includes('reload'), false);
	Object.defineProperty(document, 'hidden', { value: false, configurable: true });
	on('visibilitychange', document);
	assert.equal(calls.slice(2), ['leave', 'reload']);
	assert.equal(history.state, { visit: 'key', movedTo: 'app.00000002.js', paused: true });
});

for (const playing of [true, false])
	it(`should stay paused where that was, also if it ${playing ? 'plays' : 'begins'} by then, once`, () => {
		const { calls, history, on } = open(OWN, playing ? PLAYING : {}, { movedTo: 'a', paused: true });
		on('playing');
		on('playing');
		assert.equal([calls, history.state], [['pause'], { movedTo: 'a', paused: false }]);
	});

it.run();
