import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hlsUrl, playHls } from '../../../src/player/act/play-hls.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { anyText } from '../../support/any-text.ts';
import { setup } from '../../support/dom.ts';
import { HLS, live, MEDIA_URL, setOnline, STREAM } from '../../support/player.ts';

const it = suite('play hls');
it.before.each(() => {
	setup();
	setOnline(true);
});
it.after(() => setOnline(true));

/** The address that is shown for a broadcast; none: nothing is. */
function shown(source: PlayerSource | null, failure: PlayerState['failure'] = 'connection') {
	let result: PlayerSource | undefined;
	playHls({ state: { ...INITIAL_STATE, source, failure }, show: (live) => (result = live) });
	return result?.originRts;
}

it('should show a stream by its HLS URL', () => assert.is(shown(live({ originRts: STREAM })), HLS));

it('should leave what has none, and what is not known', () => {
	assert.is(shown(live({ originRts: MEDIA_URL })), undefined);
	assert.is(shown(null), undefined);
});

it('should leave what plays again by the time the script is there', () =>
	assert.is(shown(live({ originRts: STREAM }), ''), undefined));

it('should not take a browser that is offline for one that cannot play the stream', () => {
	setOnline(false);
	assert.is(shown(live({ originRts: STREAM })), undefined);
});

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
