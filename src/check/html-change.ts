import { gunzipSync } from 'node:zlib';
import { CONFIG, readHtml } from './html-facts.ts';

/** Characters that are shown of a difference. */
const SHOWN = 40;

/** HTML as it was built, from the `.gz` beside it, which nothing on the way changes; undefined where that is none. */
export function readBuiltHtml(gz: Buffer): string | undefined {
	let text = '';
	try {
		text = gunzipSync(gz).toString();
	} catch {
		// A server may have unpacked it.
		text = gz.toString();
	}
	return readHtml(text).config === undefined ? undefined : text;
}

/** First place where HTML differs from the built one, but for the configuration, which may be edited. */
export function firstDifference(built: string, received: string): { built: string; received: string } | undefined {
	const [one, other] = [built, received].map((html) => html.replace(CONFIG, (tag, text) => tag.replace(text, '')));
	if (one === other) return undefined;
	let at = 0;
	while (one![at] === other![at]) at++;
	const excerpt = (text: string) =>
		text
			.slice(Math.max(0, at - 10), at + SHOWN)
			.replace(/\s+/g, ' ')
			.trim();
	return { built: excerpt(one!), received: excerpt(other!) };
}
