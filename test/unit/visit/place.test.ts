import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPlace, writePlace } from '../../../src/visit/place.ts';

const it = suite('place');
it.before.each(() => setup());

const EMPTY = { tab: '', scroll: {}, draft: '' };
const place = { tab: 'chat', scroll: { chat: 120 }, draft: '写了一半' };

it('should keep a place by live, for a return only', () => {
	writePlace('1', place);
	assert.equal(readPlace('1', true), place);
	assert.equal([readPlace('1', false), readPlace('2', true)], [EMPTY, EMPTY]);
});

for (const stored of ['nonsense', 'null', '[]', '{"tab":null,"scroll":7}'])
	it(`should take ${stored} in storage for no place`, () => {
		sessionStorage.setItem('place:1', stored);
		assert.equal(readPlace('1', true), EMPTY);
	});

it('should do without a blocked storage', () => {
	const blocked = () => {
		throw new Error('blocked');
	};
	Object.assign(globalThis, { sessionStorage: { getItem: blocked, setItem: blocked } });
	writePlace('1', place);
	assert.equal(readPlace('1', true), EMPTY);
});

it.run();
