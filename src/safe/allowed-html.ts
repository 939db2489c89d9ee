/** Elements allowed in rich text. */
export const TAGS =
	'a audio b big blockquote br caption center code dd del details div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre rt ruby s section small span strike strong sub summary sup table tbody td tfoot th thead tr u ul video'.split(
		' ',
	);
/** Attributes that are copied as they came, or after a check. */
export const COPIED = 'align colspan dir height lang open rowspan style title width'.split(' ');
/** Attributes that only `rich-tree.ts` sets. */
const ADDED =
	'alt class controls decoding href id loading playsinline preload referrerpolicy rel reversed src start target type value'.split(
		' ',
	);
/** Attributes allowed in rich text. */
export const ATTRIBUTES = COPIED.concat(ADDED);
