import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isHeld } from '../../../src/player/core/status.ts';
import { isLive, streamOf, unsigned } from '../../../src/player/core/source.ts';
import { MEDIA_URL, STREAM } from '../../support/player.ts';

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
	['whep://play.example.com/live/a', 'whep'],
	['wheps://play.example.com:8889/live/a?token=t', 'whep'],
	['webrtc://play.example.com/live/a', 'whep'],
	[MEDIA_URL, 'url'],
	['http://cdn.example.com/artc://a', 'url'],
	['ARTC://play.example.com/live/a', 'url'],
	['https://play.example.com/live/a/whep', 'url'],
	['', 'url'],
] as const)
	it(`should play ${address || 'an empty address'} as ${kind}`, () =>
		assert.equal(streamOf(address, ''), { kind, address }));

for (const [address, kind, played] of [
	['https://play.example.com/live/a/whep', 'whep', 'wheps://play.example.com/live/a/whep'],
	['http://play.example.com/live/a/whep', 'whep', 'whep://play.example.com/live/a/whep'],
	['https://play.example.com/live/a/whep?b', 'url', 'https://play.example.com/live/a/whep?b'],
	['/live/a/whep', 'url', '/live/a/whep'],
	[MEDIA_URL, 'url', MEDIA_URL],
	[STREAM, 'artc', STREAM],
] as const)
	it(`should play ${address} as ${kind} where the configuration has a pattern of WHEP URLs`, () =>
		assert.equal(streamOf(address, '/whep$'), { kind, address: played }));

for (const [address, same] of [
	[STREAM, STREAM],
	[`${STREAM}?auth_key=17-0-0-ab%2F`, STREAM],
	[`${STREAM}?txSecret=5f&txTime=6A`, STREAM],
	[`${STREAM}?wsSecret=5f&wsTime=6A&lang=zh@subaudio=no`, `${STREAM}&lang=zh@subaudio=no`],
	[`${STREAM}?lang=zh&token=a&Expires=1&sign=b&secret=c`, `${STREAM}?lang=zh`],
	[`${STREAM}?design=1&tokens=2&xtoken=3&time=4`, `${STREAM}?design=1&tokens=2&xtoken=3&time=4`],
] as const)
	it(`should find the stream of ${address} without its signature`, () => assert.is(unsigned(address), same));
for (const [live, saveData, picked, held] of [
	[3, true, '', true],
	[3, false, '只听声音', true],
	[3, false, '流畅', false],
	[2, true, '', false],
	[1, true, '只听声音', false],
] as const)
	it(`should ${held ? '' : 'not '}hold status ${live} for a tap${saveData ? ' where data is saved' : ''} after a pick of "${picked}"`, () =>
		assert.is(isHeld({ status: live }, saveData, picked), held));

it.run();
