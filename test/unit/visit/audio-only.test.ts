import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readAudioOnly, rememberAudioOnly } from '../../../src/visit/audio-only.ts';

const it = suite('sound only');
it.before.each(() => setup());

it('should be remembered for the session until video is chosen again', () => {
	assert.is(readAudioOnly(), false);
	rememberAudioOnly(true);
	assert.is(readAudioOnly(), true);
	rememberAudioOnly(false);
	assert.is(readAudioOnly(), false);
});

it('should not be remembered where storage is blocked', () => {
	Object.defineProperty(globalThis, 'sessionStorage', {
		get() {
			throw new Error('blocked');
		},
		configurable: true,
	});
	rememberAudioOnly(true);
	assert.is(readAudioOnly(), false);
});

it.run();
