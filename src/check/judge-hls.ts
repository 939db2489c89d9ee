import { createRules, listOf, type Group, type Result } from './finding.ts';
import type { HlsFacts } from './look-at-hls.ts';

const nameOf = (url: string): string => new URL(url).pathname.split('/').pop() ?? '';

/** Judges HLS lists. @param name of what they play, as the beginning of a sentence */
export function judgeHls(group: Group, name: string, lists: HlsFacts[]): Result[] {
	const { results, expect } = createRules(group);
	const wrong = lists.filter((facts) => facts.wrong);
	expect('hls', !wrong.length, `${name} has its HLS lists and segments`, [
		`${name} cannot be played: ${listOf(wrong.map(({ url, wrong: what }) => `${nameOf(url)}: ${what}`))}.`,
		'Upload all lists and segments, with the paths that the lists name.',
	]);
	const hidden = lists.filter(({ readable }) => !readable);
	expect(
		'hls-cors',
		!hidden.length,
		`${name} can be read by the page's script, which plays HLS`,
		[
			`${name} has no choice of quality, stands longer on weak links, and does not play in browsers without HLS of their own (Firefox, Chrome for desktop before 142): ${listOf(hidden.map(({ url }) => nameOf(url)))} has no Access-Control-Allow-Origin.`,
			'Send Access-Control-Allow-Origin with lists and segments.',
		],
		'note',
	);
	expect(
		'hls-sound',
		!lists.some(({ hasSeparateSound }) => hasSeparateSound),
		`${name} has sound and picture in the same segments`,
		[
			`${name} has its sound in segments of its own, which the page’s script does not play: it has no choice of quality, stands longer on weak links, and does not play in browsers without HLS of their own (Firefox, Chrome for desktop before 142).`,
			'Write sound and picture into the same segments.',
		],
		'note',
	);
	const coded = lists.filter(({ audioOnly, codecs }) => !audioOnly && codecs);
	expect(
		'hls-codec',
		!coded.length || coded.some(({ codecs }) => !/\b(hvc|hev|dv[ah]|vp0?9|av01)/i.test(codecs)),
		`${name} has an encoding that phones play`,
		[
			`${name} has ${listOf([...new Set(coded.map(({ codecs }) => codecs))])} alone, which many phones do not play.`,
			'Encode it as H.264 and AAC, too.',
		],
	);
	if (group === 'replay' && !wrong.length)
		expect(
			'hls-open',
			lists.every(({ list }) => list?.ended),
			`${name} has an end`,
			[
				`${name} is an HLS list without #EXT-X-ENDLIST, which browsers take for a broadcast.`,
				'Let the recorder end its list.',
			],
			'note',
		);
	return results;
}
