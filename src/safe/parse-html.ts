import { MAX_DEPTH, MAX_HTML, MAX_IMAGE, MAX_TAGS } from './description-limits.ts';
import { text } from './fields.ts';

/** Words of a tag, which may be attributes: their number squared is compared. */
const MAX_WORDS = 1500;
/** Up to the end of a tag, or beyond it. */
const TAG = /^[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*/;
/** Would be written on the console as against the page's policy. */
const STYLE = /<style\b[^]*?(<\/style\b[^>]*>?|$)/gi;
const IMAGE = /data:image\/[^"'<>]*/gi;

/** Characters parsed in one step. */
const STEP = 4000;

/**
 * Elements parsed as `x-…`: formatting elements, reopened in each block until closed (5 kB make 250,000 nodes,
 * https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements), slow elements, and forms, whose fields
 * hide properties.
 */
const RENAMED =
	/(<\/?)(?=(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u|audio|video|object|applet|marquee|template|form|details|summary|html|body)\b)/gi;

const TO_LAST_BLOCK = /^[^]+(?=<\/?(p|div|section|h[1-6]|[uod]l|li|table|tr|blockquote|figure|pre|hr)\b)/i;

/** Length that can be parsed. */
function fittingLength(html: string): number {
	let length = 0;
	for (const piece of html.split('<', MAX_TAGS)) {
		const tag = piece.length > MAX_WORDS ? TAG.exec(piece)![0] : '';
		if (tag.split(/["'/\s]+/, MAX_WORDS).length === MAX_WORDS) return length;
		length += piece.length + 1;
		if (length > MAX_HTML) return MAX_HTML;
	}
	return length - 1;
}

function depthOf(node: Node): number {
	let depth = 0;
	for (let above: Node | null = node; above; above = above.parentNode) depth++;
	return depth;
}

/** Parses rich HTML step by step, without running or fetching anything. Ends too large HTML at a block. */
export function* parseHtml(html: string) {
	const images: string[] = [];
	let remainder = html
		.replace(STYLE, '')
		.replace(IMAGE, (url) => `data:,${url.length > MAX_IMAGE ? '' : images.push(url) - 1}`);
	const length = fittingLength(remainder);
	let whole = length >= remainder.length;
	if (!whole) {
		remainder = text(remainder, length);
		remainder = (TO_LAST_BLOCK.exec(remainder) || [remainder])[0];
	}
	// Has no window: no scripts, no requests.
	const parsed = document.implementation.createHTMLDocument('');
	const observer = new MutationObserver(() => {});
	observer.observe(parsed, { childList: true, subtree: true });
	parsed.open();
	parsed.write('<!doctype html><body>');
	while (remainder) {
		yield;
		// Before a tag, whose name may change.
		const end = remainder.length > STEP ? remainder.lastIndexOf('<', STEP) : 0;
		parsed.write(remainder.slice(0, end > 0 ? end : STEP).replace(RENAMED, '$1x-'));
		remainder = remainder.slice(end > 0 ? end : STEP);
		const last = observer.takeRecords().pop();
		if (last && depthOf(last.target) > MAX_DEPTH) {
			whole = false;
			break;
		}
	}
	parsed.close();
	return {
		body: parsed.body,
		/** The `data:` URLs that `data:,0` and following stand for. */
		images,
		/** Nothing was left out at the end. */
		whole,
	};
}
