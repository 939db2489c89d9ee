/** The script of what a visit needs late, after what the scripts before it have left. */
import { fakeVideo } from '../../support/dom.ts';
import { options } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import { INITIAL_STATE } from '../../../src/player/core/state.ts';
import { reset, setup } from '../../support/render.tsx';
import { runEntry } from '../../support/run-entry.ts';

const it = suite('script of what is needed late');

/** Its hooks of Preact are put back. */
const before = { ...options };
it.after.each(async () => {
	Object.assign(options, { __c: undefined }, before);
	await reset();
	for (const name of ['livePage', '__CSS__']) Reflect.deleteProperty(globalThis, name);
});

/** A client whose calls with the extras are counted, as of WebRTC; or one without, as of lives over HTTP. */
function fakeClient(isRealTime: boolean) {
	const client = { taken: 0, useWhep: undefined as (() => void) | undefined };
	if (isRealTime) client.useWhep = () => void client.taken++;
	return client;
}

for (const isRealTime of [true, false])
	it(`should give WHEP's extras to the client that plays ${isRealTime ? '' : 'next, where this is a live over HTTP'}`, async () => {
		setup({ html: '<!doctype html><head><style id="css"></style></head><body></body>' });
		const sheet = { cssRules: [], insertRule() {} };
		Object.defineProperty(document.getElementById('css'), 'sheet', { value: sheet });
		const [first, playing] = [fakeClient(true), fakeClient(isRealTime)];
		const player = {
			video: fakeVideo(),
			element: { connection: () => ({ client: playing }) },
			addRules() {},
			state: INITIAL_STATE,
			listeners: new Set(),
		};
		const handoff: Record<string, any> = {
			head: { config: defaults, visit: { id: '1' }, live: new Promise(() => {}), signRequest: {} },
			boot: { player, client: first, imageUrl: (url: string) => url },
			app: { linkOf: () => '', holdImages() {} },
		};
		Object.assign(globalThis, { livePage: handoff, __CSS__: '' });
		await runEntry('more.ts');
		handoff.more.useWhep();
		assert.equal([first.taken, playing.taken], isRealTime ? [0, 1] : [1, 0]);
	});

it.run();
