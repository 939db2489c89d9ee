import { readCode } from '../diagnose/code.ts';

/** Lines of `diagnose.html` by id, as an operator calls them, with the unit of their number. */
const NAMES: Record<string, [name: string, unit?: string]> = {
	en: ['engine is one that the page is made for'],
	wx: ['WeChat: the bridge is there'],
	rt: ['WebRTC with H.264'],
	h4: ['H.264'],
	h5: ['H.265 in Media Source'],
	ms: ['Media Source (managed)'],
	hl: ['HLS, by itself or by a script'],
	au: ['autoplay: with sound, muted (!), not at all (✗)'],
	pg: ['page reached', 'ms'],
	rr: ['round trip to it', 'ms'],
	kb: ['rate from it', 'kbit/s'],
	ap: ['API has answered', 'ms'],
	sg: ['signalling has answered', 'ms'],
	st: ['the stream’s server refuses with status'],
	ud: ['media over UDP'],
	tc: ['media over TCP'],
	fw: ['first frame by WebRTC', 'ms'],
	ff: ['first bytes of FLV or live MP4', 'ms'],
	fh: ['first frame of HLS', 'ms'],
	fv: ['first frame of the recording', 'ms'],
	lk: ['sound goes on while the screen is locked'],
};

/** A code of `diagnose.html` as a table. Throws if it is none. */
export function explainCode(code: string): string {
	const read = readCode(code);
	if (!read) throw new Error('the code begins with D1-, as diagnose.html shows it');
	const rows = read.lines.map(([id, level, value]) => {
		const [name, unit = ''] = NAMES[id] ?? [id];
		return `${'✓!✗'[level]} ${name}${value === undefined ? '' : `: ${value} ${unit}`}`;
	});
	return `${[read.engine, ...rows].join('\n')}\n`;
}
