import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Quality, type QualityConfig, qualitiesOf } from '../../../src/player/core/list-qualities.ts';
import type { ListedQuality } from '../../../src/player/core/source.ts';

const it = suite('qualities');

const ARTC = 'artc://play.example.com/live/a';
const WHEP = 'https://play.example.com/live/a/whep';
const MEDIA = 'https://cdn.example.com/a.m3u8';
const MP4 = 'https://cdn.example.com/a/r.1.mp4?auth_key=1.2/3';
const SOUND = '@subvideo=no';

const SUFFIXES: QualityConfig['rts']['qualities'] = [
	{ name: '高清', kbps: 1130, suffix: '' },
	{ name: '流畅', kbps: 130, suffix: '_ld' },
];
const pattern = (pattern: string, replacement: string): QualityConfig['rts']['qualities'] => [
	{ name: '高清', kbps: 1130 },
	{ name: '流畅', kbps: 130, pattern, replacement },
];
const listed = (name: string, kbps: number, address: string) => ({ name, kbps, address });

/** The list as `name kbps address`, with `♪` for sound alone. */
function list(
	originRts: string,
	config: QualityConfig['rts']['qualities'] = [],
	qualities: ReturnType<typeof listed>[] = [],
) {
	const rts = { whep: '/whep$', qualities: config };
	return lines(qualitiesOf({ status: 1, originRts, qualities, playbackUrl: '' }, { rts, replay: { qualities: [] } }));
}

/** The same of a replay, beside a stream with qualities. */
function replays(
	config: QualityConfig['replay']['qualities'] = [],
	playbackQualities?: ListedQuality[],
	playbackUrl = MP4,
) {
	const source = { status: 3, originRts: ARTC, qualities: [listed('高清', 1, ARTC)], playbackUrl, playbackQualities };
	return lines(qualitiesOf(source, { rts: { whep: '', qualities: SUFFIXES }, replay: { qualities: config } }));
}

const lines = (found: Quality[]) =>
	found.map(({ name, kbps, address, audioOnly }) => `${name} ${kbps} ${address}${audioOnly ? ' ♪' : ''}`);

const sound = (address: string) => `只听声音 40 ${address}${SOUND} ♪`;

/** Two streams of an answer, and their lines. */
const [HD, LD] = [listed('高清', 1130, ARTC), listed('流畅', 130, `${ARTC}2`)];
const [best, low] = [`高清 1130 ${ARTC}`, `流畅 130 ${ARTC}2`];
/** The list of an answer that has one. */
const answered = (...qualities: ReturnType<typeof listed>[]) => list(ARTC, [], qualities);
const audio = (name: string, kbps: number, address: string) => ({ ...listed(name, kbps, address), audioOnly: true });
const S_MP4 = { name: '', kbps: 48, pattern: 'r\\.1\\.mp4', replacement: 's.m4a', audioOnly: true };
const USER = 'whep://u:p@h/live/a';
const QUERY = 'whep://h/rtc/?app=live&stream=a';

const cases: [what: string, found: string[], expected: string[]][] = [
	['the stream and sound alone without a list', list(ARTC), [`原画 0 ${ARTC}`, sound(ARTC)]],
	['a plain media URL without sound alone', list(MEDIA, SUFFIXES), [`高清 1130 ${MEDIA}`]],
	['a stream without sound without sound alone', list(`${ARTC}@subaudio=no`), [`原画 0 ${ARTC}@subaudio=no`]],
	['sound alone as nothing else', list(ARTC + SOUND, SUFFIXES), [sound(ARTC)]],
	[
		'no quality with the name of a row of the page',
		answered(listed('自动', 900, ARTC), listed('只听声音', 400, `${ARTC}_sd`), LD),
		[low, sound(`${ARTC}2`)],
	],
	['a suffix at the end of the path', list(ARTC, SUFFIXES), [best, `流畅 130 ${ARTC}_ld`, sound(ARTC)]],
	[
		'a suffix before query and options',
		list(`${ARTC}?auth_key=1/2@subaudio=no`, SUFFIXES),
		[`${best}?auth_key=1/2@subaudio=no`, `流畅 130 ${ARTC}_ld?auth_key=1/2@subaudio=no`],
	],
	['a suffix after a user name', list(USER, SUFFIXES), [`高清 1130 ${USER}`, `流畅 130 ${USER}_ld`, sound(USER)]],
	[
		'a pattern for the name in a query',
		list(QUERY, pattern('stream=([^&@]*)', 'stream=$1_ld')),
		[`高清 1130 ${QUERY}`, `流畅 130 ${QUERY}_ld`, sound(QUERY)],
	],
	[
		'a pattern for the name before the end, and sound alone of a WHEP server at https',
		list(WHEP, pattern('/whep$', '_ld/whep')),
		[
			`高清 1130 ${WHEP}`,
			'流畅 130 https://play.example.com/live/a_ld/whep',
			sound('wheps://play.example.com/live/a/whep'),
		],
	],
	['a pattern that does not match as missing', list(ARTC, pattern('/live/b$', '/live/b_ld')), [best, sound(ARTC)]],
	['the list of the answer, not that of the configuration', list(ARTC, SUFFIXES, [LD]), [low, sound(`${ARTC}2`)]],
	['the best first, whatever the order of the answer', answered(LD, HD), [best, low, sound(ARTC)]],
	[
		'no media URL beside streams, which is for networks that let none through',
		answered(HD, listed('网页', 900, MP4), LD),
		[best, low, sound(ARTC)],
	],
	['streams where the broadcast itself has no address', list('', [], [HD]), [best, sound(ARTC)]],
	['media URLs where the broadcast is one', list(MP4, [], [{ ...HD, address: MP4 }, LD]), [`高清 1130 ${MP4}`]],
	['one name once', answered(HD, { ...LD, name: '高清' }), [best, sound(ARTC)]],
	['sound alone of the answer once', answered(HD, listed('声音', 64, `${ARTC}2${SOUND}`)), [best, sound(`${ARTC}2`)]],
	['a replay without a list as it is, without those of the stream', replays(), [`原画 0 ${MP4}`]],
	[
		'a suffix before the extension of a replay',
		replays(SUFFIXES),
		[`高清 1130 ${MP4}`, `流畅 130 ${MP4.replace('r.1', 'r.1_ld')}`],
	],
	[
		'a suffix at the end of a replay without an extension',
		replays(SUFFIXES, [], '/a.b/r'),
		['高清 1130 /a.b/r', '流畅 130 /a.b/r_ld'],
	],
	[
		'a pattern and sound alone of a replay',
		replays([SUFFIXES[0]!, S_MP4]),
		[`高清 1130 ${MP4}`, `只听声音 48 ${MP4.replace('r.1.mp4', 's.m4a')} ♪`],
	],
	[
		'the replay’s own list, with sound alone last and once, whatever its name and rate',
		replays(SUFFIXES, [
			audio('音频', 320, '/s.m4a'),
			listed('标清', 300, '/r_sd.mp4'),
			audio('', 40, '/s2.m4a'),
			listed('高清', 900, MP4),
		]),
		[`高清 900 ${MP4}`, '标清 300 /r_sd.mp4', '只听声音 320 /s.m4a ♪'],
	],
	['a replay that is sound alone', replays([], [audio('', 40, '/s.m4a')]), ['只听声音 40 /s.m4a ♪']],
];
for (const [what, found, expected] of cases) it(`should list ${what}`, () => assert.equal(found, expected));

it('should list nothing but an empty address where the broadcast has none, silently', () => {
	const { warn } = console;
	console.warn = (line) => assert.unreachable(line);
	try {
		assert.equal(list('', SUFFIXES), ['原画 0 ']);
	} finally {
		console.warn = warn;
	}
});

const bad: [what: string, read: () => string[]][] = [
	['an entry of the answer without a name', () => list(ARTC, [], [listed('', 400, ARTC)])],
	['an entry of the answer without a rate', () => list(ARTC, [], [listed('标清', 0, ARTC)])],
	['an entry of the answer without an address', () => list(ARTC, [], [listed('标清', 400, '')])],
	['a pattern that is none', () => list(ARTC, pattern('(', '').slice(1))],
];
for (const [what, read] of bad)
	it(`should leave out ${what}, and play the stream`, () => {
		assert.equal(read(), [`原画 0 ${ARTC}`, sound(ARTC)]);
	});

it.run();
