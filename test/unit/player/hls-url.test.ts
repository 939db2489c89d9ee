import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hlsUrl } from '../../../src/player/page/hls-url.ts';
import { anyText } from '../../support/any-text.ts';

const it = suite('HLS address');

const addresses: [string, string][] = [
	['artc://play.example.com/live/a', 'https://play.example.com/live/a.m3u8'],
	['artc://play.example.com:8443/live/a', 'https://play.example.com:8443/live/a.m3u8'],
	[
		'artc://play.example.com/live/a?auth_key=1-0-0-x',
		'https://play.example.com/live/a.m3u8?auth_key=1-0-0-x&rts_degrade=on',
	],
	[
		'artc://play.example.com/live/a?b=1&auth_key=1-0-0-x',
		'https://play.example.com/live/a.m3u8?b=1&auth_key=1-0-0-x&rts_degrade=on',
	],
	['artc://play.example.com/live/a@subaudio=no', 'https://play.example.com/live/a.m3u8'],
	[
		'artc://play.example.com/live/a?auth_key=x@subaudio=no&subvideo=no',
		'https://play.example.com/live/a.m3u8?auth_key=x&rts_degrade=on',
	],
	// An unsigned address takes no mark of a degraded signature.
	['artc://play.example.com/live/a?b=1', 'https://play.example.com/live/a.m3u8?b=1'],
	['artc://play.example.com/live/a?my_auth_key=1', 'https://play.example.com/live/a.m3u8?my_auth_key=1'],
];
for (const [artc, hls] of addresses) it(`should make of ${artc} ${hls}`, () => assert.is(hlsUrl(artc), hls));

it('should make an address of the same host and stream of any stream address, and never throw', () => {
	const rest = anyText(...'/ live ? & auth_key= = @ subaudio=no # % : .. 直播'.split(' '), '\n');
	fc.assert(
		fc.property(rest, (text) => {
			const made = hlsUrl(`artc://play.example.com/${text}`);
			assert.ok(made.startsWith('https://play.example.com/'), made);
			assert.ok(/^[^?]*\.m3u8(\?|$)/.test(made), made);
			assert.is(new URL(made).host, 'play.example.com');
		}),
	);
	fc.assert(fc.property(rest, (text) => assert.type(hlsUrl(text), 'string')));
});

it.run();
