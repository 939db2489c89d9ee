import { plain } from './visit.ts';

/** Signs that part parameters, also percent-encoded, as often as a redirect does that. */
const EQUALS = '(?:=|%(?:25)*3d)';
const AND = '(?:&|;|%(?:25)*(?:26|3b))(?:(?:amp|#?38);)*';
const BEGIN = '(?:[?#]|%(?:25)*(?:3f|23))';
/** Plain `&` and `#` part whatever follows. */
const SEPARATOR = `(?:[&#]|(?:${BEGIN}|${AND})(?=[^=&?#;/]{0,99}?${EQUALS}))(?:(?:amp|#?38);)*`;
const PARAMETER = RegExp(
	`(${SEPARATOR})((?:(?!${SEPARATOR}|${EQUALS})[^])*)(?:${EQUALS}(?:(?!${SEPARATOR})[^])*)?`,
	'gi',
);
const BEFORE_OTHERS = RegExp(`\0${AND}`, 'gi');
const AT_END = RegExp(`(?:${AND}|${BEGIN})\0(?=${BEGIN}|$)|\0`, 'gi');

/**
 * Removes who views (spec §2: `token`, `userId`) and credentials from an address that leaves the page: shared, copied,
 * in a calendar, in the history. However they are written: after `;`, in the hash, wholly encoded.
 */
export const leavingUrl = (href: string): string =>
	href
		.replace(/\/\/[^/?#@]*@/, '//')
		.replace(PARAMETER, (all, separator, name) =>
			/^(token|userid)$/.test(plain(name.replace(/\+/g, ''))) ? `${separator}\0` : all,
		)
		.replace(BEFORE_OTHERS, '')
		.replace(AT_END, '');
