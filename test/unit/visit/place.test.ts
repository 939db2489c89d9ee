import { fakeStorage } from '../../support/fake-storage.ts';
import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { forgetOtherUsers } from '../../../src/visit/forget-other-users.ts';
import { sessionItem } from '../../../src/visit/session-item.ts';
import { readPlace, writePlace } from '../../../src/visit/place.ts';

const it = suite('place');
it.before.each(() => setup());

const VISIT = { id: '1', userId: '42', token: 'demo' };
const EMPTY = { tab: '', scroll: {}, draft: '' };
const place = { tab: 'chat', scroll: { chat: 120 }, draft: '写了一半' };

it('should keep a place by live and user, for a return only', () => {
	writePlace(VISIT, place);
	assert.equal(readPlace(VISIT, true), place);
	const others = [{ id: '2' }, { userId: '7' }, { userId: '' }].map((other) => readPlace({ ...VISIT, ...other }, true));
	assert.equal([readPlace(VISIT, false), ...others], [EMPTY, EMPTY, EMPTY, EMPTY]);
});

it('should forget what the tab keeps of other users, and nothing else', () => {
	fakeStorage();
	Object.assign(globalThis, { sessionStorage: localStorage });
	writePlace({ ...VISIT, userId: '7' }, place);
	writePlace(VISIT, place);
	for (const userId of ['42', '7', '']) sessionStorage.setItem(sessionItem('picked', { ...VISIT, userId }), '流畅');
	sessionStorage.setItem('watched', '流畅');
	forgetOtherUsers(VISIT);
	assert.equal(Object.keys(sessionStorage).sort(), ['picked:42 1', 'place:42 1', 'watched']);
	forgetOtherUsers({ userId: '' });
	assert.equal(Object.keys(sessionStorage), ['watched']);
});

for (const stored of ['nonsense', 'null', '[]', '{"tab":null,"scroll":7}', '{"draft":{"toString":1}}'])
	it(`should take ${stored} in storage for no place`, () => {
		sessionStorage.setItem(sessionItem('place', VISIT), stored);
		assert.equal(readPlace(VISIT, true), EMPTY);
	});

it('should do without a blocked storage', () => {
	const blocked = () => {
		throw new Error('blocked');
	};
	Object.assign(globalThis, { sessionStorage: { getItem: blocked, setItem: blocked } });
	writePlace(VISIT, place);
	forgetOtherUsers(VISIT);
	assert.equal(readPlace(VISIT, true), EMPTY);
});

it.run();
