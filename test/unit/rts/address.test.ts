import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isArtc, parsePlayAddress, signallingAddress } from '../../../src/rts/address.ts';

const test = suite('rts address');

const parsed: [address: string, url: string, audio: boolean, video: boolean][] = [
	['artc://h/a/s', 'artc://h/a/s', true, true],
	['artc://h/a/s?auth_key=1-2', 'artc://h/a/s?auth_key=1-2', true, true],
	['artc://h/a/s@subaudio=no', 'artc://h/a/s', false, true],
	['artc://h/a/s?k=v@subvideo=no', 'artc://h/a/s?k=v', true, false],
	['artc://h/a/s@subaudio=no&subvideo=no', 'artc://h/a/s', false, false],
	['artc://h/a/s@subvideo=no&subaudio=no', 'artc://h/a/s', false, false],
	['artc://h/a/s@other=1&subvideo=no&more=2', 'artc://h/a/s', true, false],
	['artc://h/a/s@subaudio=yes&subvideo=nope', 'artc://h/a/s', true, true],
	['artc://h/a/s@xsubaudio=no', 'artc://h/a/s', true, true],
	['artc://h/a/s?subaudio=no', 'artc://h/a/s?subaudio=no', true, true],
	['artc://h/a/s@', 'artc://h/a/s', true, true],
	['', '', true, true],
];
for (const [address, url, audio, video] of parsed)
	test(`should read "${address}"`, () => {
		assert.equal(parsePlayAddress(address), { url, audio, video });
	});

for (const address of ['artc://h/a/s', 'artc://'])
	test(`should take "${address}" for a real-time address`, () => assert.ok(isArtc(address)));

for (const address of ['ARTC://h/a/s', 'http://h/a/s', ' artc://h', 'xartc://h', 'artc:/h', '', undefined, null, 7, {}])
	test(`should not take ${JSON.stringify(address)} for a real-time address`, () => assert.not(isArtc(address)));

test('should post in the scheme of the page', () => {
	assert.is(signallingAddress('artc://h:8/a/s?k=artc://x', 'https://p/'), '//h:8/a/s?k=artc://x');
	assert.is(signallingAddress('artc://h/a', 'http://p/'), '//h/a');
});

test('should post in http when the page is a file', () => {
	assert.is(signallingAddress('artc://h/a', 'file:///home/p.html'), 'http://h/a');
});

test.run();
