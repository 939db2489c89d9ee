import { createRules, listOf, type Group, type Result } from './finding.ts';
import { isHls } from '../player/core/is-hls.ts';
import type { HlsFacts } from './look-at-hls.ts';

const nameOf = (url: string): string => new URL(url).pathname.split('/').pop() ?? '';

/** How far a rate may be from what is named: segments differ. */
const RATES = [0.4, 1.6] as const;
const HOUR = 3_600_000;

/**
 * Judges HLS lists.
 *
 * @param name of what they play, as the beginning of a sentence
 * @param address by which the page decides how it is played
 * @param kbps that the configuration or the API names; 0: none
 */
export function judgeHls(group: Group, name: string, lists: HlsFacts[], address: string, kbps: number): Result[] {
	const { results, expect, advise } = createRules(group);
	const wrong = lists.filter((facts) => facts.wrong);
	expect('hls', !wrong.length, `${name} has its HLS lists and segments`, [
		`${name} cannot be played: ${listOf(wrong.map(({ url, wrong: what }) => `${nameOf(url)}: ${what}`))}.`,
		'Upload all lists and segments, with the paths that the lists name.',
	]);
	expect('hls-address', isHls(address), `${name} has an address of HLS`, [
		`${name} is an HLS list at an address without .m3u8, so the page takes it for a file; most browsers show nothing.`,
		'Let the path end in .m3u8, or a parameter of the query.',
	]);
	const validTime = Math.min(...lists.map(({ expires }) => expires)) - Date.now();
	advise('hls-expires', validTime > HOUR, `${name} has segments that stay valid`, [
		`${name} has segments whose signature ends in ${Math.max(0, Math.round(validTime / 60_000))} min, whatever the list’s: who watches longer, or opens the list from a cache, gets none.`,
		'Sign segments for as long as the recording lasts and the list is cached.',
	]);
	const rates = lists.filter(({ audioOnly, measured }) => !audioOnly && measured);
	const off = rates.flatMap(({ url, measured, kbps: listed }) => {
		const said = listed || (lists.length === 1 ? kbps : 0);
		return said && (measured < said * RATES[0] || measured > said * RATES[1])
			? [`${nameOf(url)} has ${measured} kbit/s and not ${said}`]
			: [];
	});
	advise('hls-kbps', !off.length, `${name} has the rates that are named`, [
		`${name}: ${listOf(off)}, so qualities are chosen wrongly.`,
		'Correct BANDWIDTH in the list, or kbps of the quality.',
	]);
	const hidden = lists.filter(({ readable }) => !readable);
	advise('hls-cors', !hidden.length, `${name} can be read by the page's script, which plays HLS`, [
		`${name} has no choice of quality, stands longer on weak links, and does not play in browsers without HLS of their own (Firefox, Chrome for desktop before 142): ${listOf(hidden.map(({ url }) => nameOf(url)))} has no Access-Control-Allow-Origin.`,
		'Send Access-Control-Allow-Origin with lists and segments.',
	]);
	advise(
		'hls-sound',
		!lists.some(({ hasSeparateSound }) => hasSeparateSound),
		`${name} has sound and picture in the same segments`,
		[
			`${name} has its sound in segments of its own, which the page’s script does not play: it has no choice of quality, stands longer on weak links, and does not play in browsers without HLS of their own (Firefox, Chrome for desktop before 142).`,
			'Write sound and picture into the same segments.',
		],
	);
	const coded = lists.filter(({ audioOnly, codecs }) => !audioOnly && codecs);
	const plays = !coded.length || coded.some(({ codecs }) => !/\b(hvc|hev|dv[ah]|vp0?9|av01)/i.test(codecs));
	expect('hls-codec', plays, `${name} has an encoding that phones play`, [
		`${name} has ${listOf([...new Set(coded.map(({ codecs }) => codecs))])} alone, which many phones do not play.`,
		'Encode it as H.264 and AAC, too.',
	]);
	if (group === 'replay' && !wrong.length)
		advise(
			'hls-open',
			lists.every(({ list }) => list?.ended),
			`${name} has an end`,
			[
				`${name} is an HLS list without #EXT-X-ENDLIST, which browsers take for a broadcast.`,
				'Let the recorder end its list.',
			],
		);
	return results;
}
