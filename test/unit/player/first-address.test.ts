import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import { firstAddress, firstOf, isOfStream } from '../../../src/player/core/first-address.ts';

const it = suite('first address');
const FIRST = 'https://live.example.com/live/{stream}_ld.flv';

for (const [originRts, expected] of [
	['artc://a.example.com/live/demo', 'demo'],
	['artc://a.example.com/live/demo?auth_key=1-a/b', 'demo'],
	['artc://a.example.com/live/demo@subvideo=no', 'demo'],
	['artc://a.example.com/live/{id}', '7'],
	['https://a.example.com/live/$&.flv?b', '$&.flv'],
	['wheps://a.example.com/rtc/v1/whep/?app=live&stream=demo&token=1', 'demo'],
	['wheps://a.example.com/index/api/whep?stream=demo@subvideo=no', 'demo'],
	['wheps://a.example.com/whep/demo?upstream=b', 'demo'],
	['', ''],
] as const)
	it(`should name "${expected}" of ${originRts}`, () => {
		const address = firstAddress(FIRST, '7', originRts);
		assert.is(address, expected && `https://live.example.com/live/${expected}_ld.flv`);
		assert.is(firstAddress('/live/{id}.flv', '7', originRts), '/live/7.flv');
	});

const A = 'artc://a.example.com/live/a';
const OWN = 'https://cdn.example.com/x/a_ld.flv?auth_key=2';
/** With `rts.first`, and an answer whose own address, if it has one, is in a field of a setting's name. */
const given = (first: string, originRts: string, own: unknown, firstUrl = 'pic') =>
	[
		{
			...defaults,
			rts: { ...defaults.rts, first },
			api: { ...defaults.api, fields: { ...defaults.api.fields, firstUrl } },
		},
		'7',
		{ originRts, raw: { [firstUrl || 'firstUrl']: own } },
	] as const;
for (const [address, first, originRts, own, expected] of [
	['/live/a.flv', '/live/{stream}.flv', A, undefined, true],
	['/live/b.flv', '/live/{stream}.flv', A, undefined, false],
	['/live/a.flv', '/live/{stream}.flv', '', undefined, false],
	['/live/7.flv', '/live/{id}.flv', A, undefined, true],
	['/play?stream=b', '/play?stream={stream}', A, undefined, false],
	['/live/a_ld.flv?auth_key=1', '/live/{stream}_ld.flv', A, OWN, true],
	['/live/b_ld.flv', '/live/{stream}_ld.flv', A, OWN, false],
	['/live/a_ld.flv', '/live/{stream}_ld.flv', A, 7, false],
	['/flv?stream=a', '/flv?stream={stream}', A, 'https://cdn.example.com/flv?stream=a&sign=2', true],
	['/flv?stream=b', '/flv?stream={stream}', A, 'https://cdn.example.com/flv?stream=a&sign=2', false],
] as const)
	it(`should find ${address} ${expected ? '' : 'not '}to be of ${own ?? `${first} and "${originRts}"`}`, () => {
		const of = given(first, originRts, own);
		assert.is(isOfStream(address, firstOf(...of), firstAddress(first, '7', originRts)), expected);
	});

for (const [what, first, own, expected] of [
	['as an answer says', FIRST, OWN, OWN],
	['as it says by a number', FIRST, 7, '7'],
	['by the setting where it says nothing', FIRST, undefined, 'https://live.example.com/live/a_ld.flv'],
	['nowhere without the setting', '', OWN, ''],
] as const)
	it(`should look for the first picture ${what}`, () => {
		assert.is(firstOf(...given(first, A, own)), expected);
		assert.is(firstOf(...given(first, A, own, '')), expected);
	});
it('should look for it by the setting as long as no answer is there', () =>
	assert.is(firstOf(given(FIRST, A, undefined)[0], '7', { originRts: A }), 'https://live.example.com/live/a_ld.flv'));

it.run();
