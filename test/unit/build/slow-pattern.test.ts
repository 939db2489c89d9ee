import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { slowAddress } from '../../../src/build/slow-pattern.mjs';

const it = suite('slow pattern');

for (const pattern of ['(?:[a-z]+\\.?)*_hd$', '.*.*.*.*=$'])
	it(`should find an address that ${pattern} backtracks on`, () =>
		assert.match(slowAddress(pattern)!, /^artc:\/\/.*…$/));

for (const pattern of [
	'',
	'/whep$',
	'^(webrtc://[^/]+/app/)(\\w+)$',
	'_hd(?=\\?|$)',
	'(.*)_hd(.*)',
	'^https://([\\w.-]+)/',
])
	it(`should take ${pattern || 'an empty pattern'}`, () => assert.is(slowAddress(pattern), undefined));

it.run();
