import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leavingUrl } from '../../../src/visit/leaving-url.ts';
import { readVisit } from '../../../src/visit/visit.ts';
import { anyText } from '../../support/any-text.ts';

const it = suite('leaving url');
const PAGE = 'https://live.example.com/live/';

const TWICE = '?id=1&to=https%253A%252F%252Fa.example%252F%253F';
for (const [from, to] of [
	['?token=demo&userId=42&id=1#top', '?id=1#top'],
	['?token=demo', ''],
	['?id=1&amp;token=x&amp;tab=2', '?id=1&amp;tab=2'],
	['?id=1#/live?tab=2&USERID=7', '?id=1#/live?tab=2'],
	['?id=1&token%5B0%5D=x&%2574oken=y', '?id=1'],
	['?id=1?token=x?tab=1', '?id=1?tab=1'],
	// What the head script leaves.
	['?id=1;token=x;tab=2', '?id=1;tab=2'],
	['?id=1&token%20=x&%20Token=y', '?id=1'],
	['?id=1&token+=x&+userId=y', '?id=1'],
	['?id%3D1%26token%3Dabc%26userId%3D42', '?id%3D1'],
	['?token%3Dabc%26id%3D1', '?id%3D1'],
	['?id=1%26token%3Dabc', '?id=1'],
	['?id=1#%3Ftoken%3Dx', '?id=1#'],
	['?id=1&token=a;b%3Bc', '?id=1'],
	['?id=1&to=https%3A%2F%2Fa.example%2F%3Ftoken%3Dx%26id%3D2', '?id=1&to=https%3A%2F%2Fa.example%2F%3Fid%3D2'],
	[`${TWICE}token%253Dx%2526id%253D2&from=a`, `${TWICE}id%253D2&from=a`],
	// These stay as they are.
	['?id=1&#', '?id=1&#'],
	['?mytoken=1&tokens=2&userIdx=3&a=;b#mytoken=4', '?mytoken=1&tokens=2&userIdx=3&a=;b#mytoken=4'],
] as const)
	it(`should make of ${from} ${to || 'the page alone'}`, () => assert.is(leavingUrl(PAGE + from), PAGE + to));

for (const [from, to] of [
	['artc://user:pass@play.example.com/a@subvideo=no', 'artc://play.example.com/a@subvideo=no'],
	['//user@a.example/', '//a.example/'],
	['artc://play.example.com/a?auth_key=1@subvideo=no', 'artc://play.example.com/a?auth_key=1@subvideo=no'],
] as const)
	it(`should make of ${from} ${to}`, () => assert.is(leavingUrl(from), to));

it('should never throw and leave no token or user id', () => {
	fc.assert(
		fc.property(anyText(...'? & ; # = %26 %3d %253D %3B token userId id % a /'.split(' ')), (text) => {
			const { userId, token } = readVisit(leavingUrl(text));
			assert.equal([userId, token], ['', '']);
		}),
	);
});

it.run();
