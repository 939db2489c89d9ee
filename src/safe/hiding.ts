import { MAX_HTML } from './description-limits.ts';

/** Declarations that hide, in small letters without spaces; those of a closed box with `overflow` only. */
const HIDDEN =
	/(^|;)(display:none|mso-hide:all|opacity:0?\.?0\d*%?|scale:0|content-visibility:hidden)(!|;|$)|scale(3d)?\(0[,)]|clip:rect\(([01](px)?,?){4}\)|clip-path:(inset\((50|100)%|circle\(0)|(left:|right:|top:|bottom:|indent:|translatex?\()-(\d{4}|999)/;
const CLOSED_BOX = /(^|;)(max-)?(height|width):(0[a-z%]*|1px)(!|;|$)/;
const CLIPPED = /overflow(-[xy])?:(hid|cl)/;
const VISIBILITY = /(^|;)visibility:[a-z]+/g;

/**
 * Reads what an element's own style, and attributes that hide, do to it: take it away, make all invisible in it that is
 * not visible itself, or make it visible.
 */
export function hidingOf(style: string, isHidden: boolean): 'away' | 'invisible' | 'visible' | '' {
	const written = style.toLowerCase().replace(/\s+/g, '');
	if (isHidden || HIDDEN.test(written) || (CLOSED_BOX.test(written) && CLIPPED.test(written))) return 'away';
	const [last = ''] = (written.match(VISIBILITY) || []).slice(-1);
	return /hid|coll/.test(last) ? 'invisible' : last && 'visible';
}

/** Characters in hidden elements, each as often as it is nested. */
const MAX_MEASURED = 4 * MAX_HTML;

/** Letters in an element; media count only where there are none. */
const contentOf = (element: Element) =>
	element.textContent!.replace(/\s+/g, '').length + element.querySelectorAll('img,iframe,x-video,x-audio').length / 1e6;

/**
 * Creates a function that reads whether an element holds most of what is in another, so that it is shown though hidden:
 * WeChat's script reveals whole articles.
 */
export function createMajority(root: Element): (element: Element) => boolean {
	const most = contentOf(root) / 2;
	let measured = 0;
	return (element) => (measured += element.textContent!.length) < MAX_MEASURED && contentOf(element) > most;
}
