import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type FallbackConfig, fallbackOf, hlsUrl, playFallback } from '../../../src/player/act/play-fallback.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { anyText } from '../../support/any-text.ts';
import { setup } from '../../support/dom.ts';
import { HLS, live, MEDIA_URL, setOnline, STREAM } from '../../support/player.ts';

const it = suite('fallback');
it.before.each(() => {
	setup();
	setOnline(true);
});
it.after(() => setOnline(true));

const FLV = 'https://live.example.com/live/a_ld.flv';
const CONFIG: FallbackConfig = { whep: '', hlsFallback: true, hlsPattern: '', hlsReplacement: '' };

/** The address that is shown for a broadcast; none: nothing is. */
function shown(source: PlayerSource | null, failure: PlayerState['failure'] = 'connection') {
	let event: PlayerEvent | undefined;
	const state = { ...INITIAL_STATE, source, failure };
	playFallback({ state, qualitiesOf: () => [], dispatch: (next) => (event = next) }, CONFIG);
	return event?.type === 'live' && event.isFallback ? event.live.originRts : undefined;
}

it('should show a stream by its HLS URL, and nothing while that is not known', () =>
	assert.equal([shown(live({ originRts: STREAM })), shown(null)], [HLS, undefined]));

const listed = (...qualities: [kbps: number, address: string, audioOnly?: boolean][]) =>
	qualities.map(([kbps, address, audioOnly]) => ({ name: `${kbps}`, kbps, address, audioOnly: !!audioOnly }));
const WHEP = 'wheps://media.example.com:8443/rtc/v1/whep/?app=live&stream=a&token=t';
const MADE = 'media.example.com:8443/live/a.m3u8?x=1&token=t';
const MEDIA_SERVER = { hlsPattern: '/rtc/v1/whep/\\?app=(\\w+)&stream=(\\w+)', hlsReplacement: '/$1/$2.m3u8?x=1' };
for (const [what, originRts, qualities, config, expected] of [
	['nothing unless the deployment allows it', STREAM, [], { hlsFallback: false }, ''],
	['the media URL that is listed', STREAM, listed([400, STREAM], [300, MEDIA_URL]), { hlsFallback: false }, MEDIA_URL],
	['that before a derived one', STREAM, listed([300, MEDIA_URL]), {}, MEDIA_URL],
	['the best of several', STREAM, listed([300, '/low.m3u8'], [900, '/high.m3u8']), {}, '/high.m3u8'],
	['video before sound alone', STREAM, listed([900, '/sound.m3u8', true], [300, '/low.m3u8']), {}, '/low.m3u8'],
	['the derived one beside unusable ones', STREAM, listed([0, '/unknown.m3u8'], [9, '']), {}, HLS],
	['nothing for WHEP without a pattern', WHEP, [], {}, ''],
	['what a pattern makes of WHEP', WHEP, [], MEDIA_SERVER, `https://${MADE}`],
	['the same without its options', `${WHEP}@subvideo=no`, [], MEDIA_SERVER, `https://${MADE}`],
	['the same without encryption', WHEP.replace('wheps', 'whep'), [], MEDIA_SERVER, `http://${MADE}`],
	['nothing where the pattern does not match', 'wheps://media.example.com/other', [], MEDIA_SERVER, ''],
	['nothing where the pattern is broken', WHEP, [], { hlsPattern: '(' }, ''],
	["the vendor's form where the pattern does not match", STREAM, [], MEDIA_SERVER, HLS],
	[
		'what is WHEP by the deployment as such',
		'https://media.example.com/a/whep',
		listed([9, 'https://media.example.com/b/whep']),
		{ whep: '/whep$', hlsPattern: 'whep$', hlsReplacement: 'a.m3u8' },
		'https://media.example.com/a/a.m3u8',
	],
	['nothing for a media URL', MEDIA_URL, listed([300, '/low.m3u8']), {}, ''],
] as [string, string, ReturnType<typeof listed>, Partial<FallbackConfig>, string][])
	it(`should fall back to ${what}`, () =>
		assert.is(fallbackOf({ originRts, qualities }, { ...CONFIG, ...config }), expected));

it('should leave what plays again by the time the script is there', () =>
	assert.is(shown(live({ originRts: STREAM }), ''), undefined));

for (const [what, originRts, picture, config, expected] of [
	['its first picture where there is no media URL', STREAM, '', { hlsFallback: false }, FLV],
	['its media URL before a first picture that is not shown', STREAM, '', {}, HLS],
	['the first picture that is shown before all', STREAM, FLV, {}, FLV],
	['no first picture in place of a media URL', MEDIA_URL, '', {}, undefined],
] as const)
	it(`should show ${what}`, () => {
		let event: PlayerEvent | undefined;
		const state: PlayerState = { ...INITIAL_STATE, source: live({ originRts }), failure: 'connection' };
		const dispatch = (next: PlayerEvent) => (event = next);
		playFallback({ state, qualitiesOf: () => [], dispatch }, { ...CONFIG, ...config }, picture, () => FLV);
		assert.is(event && 'live' in event ? event.live.originRts : undefined, expected);
		if (!event || !('qualities' in event)) return;
		const listed = (event.qualities as { address: string }[]).map(({ address }) => address);
		assert.equal(listed, expected === FLV ? [FLV] : []);
	});

it('should not take a browser that is offline for one that cannot play the stream', () => {
	setOnline(false);
	assert.is(shown(live({ originRts: STREAM })), undefined);
});

for (const [artc, hls] of [
	['/live/a', '/live/a.m3u8'],
	[':8443/live/a', ':8443/live/a.m3u8'],
	['/live/a?auth_key=1-0-0-x', '/live/a.m3u8?auth_key=1-0-0-x&rts_degrade=on'],
	['/live/a?b=1&auth_key=1-0-0-x', '/live/a.m3u8?b=1&auth_key=1-0-0-x&rts_degrade=on'],
	['/live/a@subaudio=no', '/live/a.m3u8'],
	['/live/a?auth_key=x@subaudio=no&subvideo=no', '/live/a.m3u8?auth_key=x&rts_degrade=on'],
	// An unsigned address takes no mark of a degraded signature.
	['/live/a?b=1', '/live/a.m3u8?b=1'],
	['/live/a?my_auth_key=1', '/live/a.m3u8?my_auth_key=1'],
])
	it(`should make of artc://play.example.com${artc} https://play.example.com${hls}`, () =>
		assert.is(hlsUrl(`artc://play.example.com${artc}`), `https://play.example.com${hls}`));

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
