import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readQuality, rememberQuality, WATCHED } from '../../../src/visit/session-quality.ts';

const it = suite('quality of the session');
it.before.each(() => setup());

it('should be remembered until another one is', () => {
	assert.is(readQuality('picked'), '');
	rememberQuality('picked', '流畅');
	assert.equal([readQuality('picked'), readQuality(WATCHED)], ['流畅', '']);
	rememberQuality('picked', '');
	assert.is(readQuality('picked'), '');
});

it('should not be remembered where storage is blocked', () => {
	Object.defineProperty(globalThis, 'sessionStorage', {
		get() {
			throw new Error('blocked');
		},
		configurable: true,
	});
	rememberQuality('picked', '流畅');
	assert.is(readQuality('picked'), '');
});

it.run();
