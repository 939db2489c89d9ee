/** Words that are said from one second to another. */
export interface Cue {
	from: number;
	to: number;
	text: string;
}

const MAX_CUES = 5000;
/** Characters: three lines. */
const MAX_TEXT = 200;
/** Those that writers of captions use. */
const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	nbsp: ' ',
	lrm: '',
	rlm: '',
	quot: '"',
	'#34': '"',
	apos: "'",
	'#39': "'",
};
const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d+)\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d+)/;

const seconds = (time: string) =>
	time
		.replace(',', '.')
		.split(':')
		.reduce((sum, part) => sum * 60 + +part, 0);

/**
 * Reads WebVTT (https://www.w3.org/TR/webvtt1/), SRT as well, as plain text without styles and places. Never throws;
 * blocks without times are left out.
 */
export function readCaptions(file: string): Cue[] {
	const cues: Cue[] = [];
	for (const block of file.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
		const lines = block.split('\n');
		const at = lines.findIndex((line) => TIMES.test(line));
		if (at < 0 || cues.length >= MAX_CUES) continue;
		const [, from = '', to = ''] = TIMES.exec(lines[at]!)!;
		const text = lines
			.slice(at + 1)
			.join('\n')
			.replace(/<[^>]*>/g, '')
			.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
			.trim();
		if (text) cues.push({ from: seconds(from), to: seconds(to), text: text.slice(0, MAX_TEXT) });
	}
	return cues;
}
