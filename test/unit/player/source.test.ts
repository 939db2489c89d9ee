import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isPlayable, isLive, selectStream, streamOf } from '../../../src/player/source.ts';
import { HLS, live, MEDIA_URL, STREAM } from '../../support/player.ts';

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

it('should play the HLS URL of a stream only when that is wanted', () => {
	assert.equal(selectStream(live(), true, true), { kind: 'url', address: HLS });
	assert.equal(selectStream(live(), false, false), { kind: 'artc', address: STREAM });
});

it('should derive no HLS URL from a media URL', () =>
	assert.equal(selectStream(live({ originRts: MEDIA_URL }), true, true), { kind: 'url', address: MEDIA_URL }));

for (const [address, expected] of [
	[STREAM, `${STREAM}@subvideo=no`],
	[`${STREAM}?a=b`, `${STREAM}?a=b@subvideo=no`],
	[`${STREAM}@a=b`, `${STREAM}@a=b&subvideo=no`],
	[MEDIA_URL, MEDIA_URL],
] as const)
	it(`should play the sound of ${address} alone at ${expected}`, () =>
		assert.is(selectStream(live({ originRts: address }), false, true).address, expected));

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
