import { NO_NAME } from '../texts.ts';

/** Blank, though of a kind that shows. */
const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}';
const SYMBOL =
	'(?!\\u2800)[\\xa9\\xae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}]';
/** Arabic, and scripts of India and South-East Asia, whose letters join or do not. */
const LETTER = '[\\u0620-\\u08ff\\u0900-\\u109f\\u1780-\\u17d3\\ufb50-\\ufefc]';
/** Invisible characters that change what the one before shows: each in its place alone, as they make names look alike. */
const SEQUENCES = [
	// Keycaps, flags of regions, variants and compounds of emoji.
	'[#*\\d]\\ufe0f(?=\\u20e3)',
	'\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{3,6}\\u{e007f}',
	`${SYMBOL}[\\ufe0e\\ufe0f]?[\\u{1f3fb}-\\u{1f3ff}]?(?:\\u200d(?=${SYMBOL}))?`,
	`${LETTER}[\\u200c\\u200d](?=${LETTER})`,
	// Half letters of India, chillus of Malayalam, the heh of Persian abbreviations: also at the end of a word.
	'[\\u0647\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]\\u200d',
	// Mongolian letters, and variants of ideographs.
	'[\\u1820-\\u18aa][\\u180b-\\u180f\\u200d]',
	'[\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}][\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
];

/** Creates a regular expression by Unicode properties, which Chrome 63 and Safari 11.0 lack. */
function byProperty(pattern: string, otherwise: RegExp): RegExp {
	try {
		return new RegExp(pattern, 'gu');
	} catch {
		return otherwise;
	}
}

/** Characters that show nothing, or change the direction, and so make names look alike; sequences are `$1`. */
const INVISIBLE = byProperty(
	`(${SEQUENCES.join('|')})|[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}${BLANKS}]`,
	/([\u203c\u2049\u2122\u2139\u2190-\u27ff\u2900-\u2bff\ud83c-\udfff#*\d]\ufe0f?(?:\u200d(?=[\u2190-\u27ff\u2900-\u2bff\ud83c-\udfff]))?|[\u0600-\u109f][\u200c\u200d](?=[\u0600-\u109f])|[\u0647\u094d\u0d4d\u0dca]\u200d|[\u1820-\u18aa][\u180b-\u180d\u200d])|[\0-\x1f\x7f-\x9f\xad\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe0f\ufeff]/g,
);
/** Marks without a letter, and space. */
const UNSEEN = byProperty('[\\p{M}\\p{Z}\\s\\u200d\\ufe0f]', /[\u0300-\u036f\s\u200d\ufe0f]/g);

const visible = (text: string) => text.replace(INVISIBLE, '$1').replace(/\s+/g, ' ').trim();

/** Whether a text shows nothing. */
export const isBlank = (text: string): boolean => !visible(text).replace(UNSEEN, '');

/** Cleans a name for a row of the chat; '' stays. */
export const shownName = (nickname: string): string => (nickname && isBlank(nickname) ? NO_NAME : visible(nickname));
