import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isPlayable, isLive, selectStream, streamOf } from '../../../src/player/source.ts';
import { live, MEDIA_URL, STREAM } from '../../support/player.ts';

const it = suite('source');

for (const [status, expected] of [
	[0, false],
	[1, true],
	[2, false],
	[3, false],
	[4, true],
	[99, true],
] as const)
	it(`should take status ${status} for ${expected ? '' : 'not '}live`, () => assert.is(isLive(status), expected));

for (const [address, kind] of [
	[STREAM, 'artc'],
	[`${STREAM}?auth_key=1@subaudio=no`, 'artc'],
	[MEDIA_URL, 'url'],
	['http://cdn.example.com/artc://a', 'url'],
	['ARTC://play.example.com/live/a', 'url'],
	['', 'url'],
] as const)
	it(`should play ${address || 'an empty address'} as ${kind}`, () =>
		assert.equal(streamOf(address), { kind, address }));

it('should play a stream as it is otherwise', () =>
	assert.equal(selectStream(live(), false), { kind: 'artc', address: STREAM }));

for (const [address, expected] of [
	[STREAM, `${STREAM}@subvideo=no`],
	[`${STREAM}?a=b`, `${STREAM}?a=b@subvideo=no`],
	[`${STREAM}@a=b`, `${STREAM}@a=b&subvideo=no`],
	[MEDIA_URL, MEDIA_URL],
] as const)
	it(`should play the sound of ${address} alone at ${expected}`, () =>
		assert.is(selectStream(live({ originRts: address }), true).address, expected));

for (const [address, playable] of [
	[STREAM, true],
	[MEDIA_URL, true],
	['HTTP://cdn.example.com/a', true],
	['/media/a.mp4', true],
	['//cdn.example.com/a.mp4', true],
	['', false],
	['demo', false],
	['rtmp://cdn.example.com/a', false],
	['artc', false],
	['httpx://a', false],
] as const)
	it(`should know that "${address}" can${playable ? '' : 'not'} be played`, () =>
		assert.is(isPlayable(address), playable));

it.run();
