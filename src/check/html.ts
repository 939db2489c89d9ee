/** Reads a built page's HTML. */
import { gunzipSync } from 'node:zlib';
import { allows, readPolicies } from './policy.ts';

/** The configuration; the group is its text. */
const CONFIG = /<script type="application\/json" id="config">([^]*?)<\/script>/;
const SCRIPT = /<script([^>]*)>([^]*?)<\/script>/gi;
/** The only script that the HTML names, where the API is on another host. */
const APP = /^ defer src="\.\/app\.\w+\.js" integrity="[^"]+"$/;
/** Characters that are shown of a difference. */
const SHOWN = 40;

/** Reads the HTML of a built page. */
export function readHtml(html: string) {
	const policies = [...html.matchAll(/http-equiv="Content-Security-Policy" content="([^"]*)"/gi)].flatMap(
		([, text = '']) => readPolicies(text),
	);
	const page = new URL('https://page.invalid/');
	const inlined: { kind: 'script' | 'style'; inline: string }[] = [];
	const odd: string[] = [];
	const refuse = (text: string) => odd.push(text.trim().slice(0, SHOWN).replace(/\s+/g, ' '));
	for (const [tag, attributes = '', inline = ''] of html.replace(CONFIG, '').matchAll(SCRIPT)) {
		if (APP.test(attributes)) continue;
		if (attributes) refuse(tag);
		else inlined.push({ kind: 'script', inline });
	}
	for (const [, inline = ''] of html.matchAll(/<style[^>]*>([^]*?)<\/style>/gi))
		inlined.push({ kind: 'style', inline });
	for (const use of inlined)
		if (!policies.length || !policies.every((policy) => allows(policy, use, page))) refuse(use.inline);
	return {
		/** Text of the JSON block; undefined: another page. */
		config: CONFIG.exec(html)?.[1],
		/** Texts of inlined scripts and style sheets. */
		inlined,
		/** Beginnings of scripts and styles that no build writes so: refused by its own policy, or with a type. */
		odd,
		/** `og:image`, as written. */
		shareImage: /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '',
	};
}

/** Scripts that a file of the build names, with their integrity. */
export const scriptsIn = (text: string): { url: string; integrity: string }[] =>
	[...text.matchAll(/(?:\burl|src)[:=]"(\.\/[\w.-]+\.js)"[, ]integrity[:=]"([^"]+)"/g)].map(
		([, url = '', integrity = '']) => ({ url, integrity }),
	);

/** Images that a file of the build names. */
export const imagesIn = (text: string): string[] => [
	...new Set([...text.matchAll(/"(\.\/[\w-]+\.[0-9A-Z]{8}\.(?:svg|png))"/g)].map(([, url = '']) => url)),
];

/** HTML as it was built, from the `.gz` beside it, which nothing on the way changes; undefined where that is none. */
export function readBuiltHtml(gz: Buffer): string | undefined {
	// A server may have unpacked it.
	const text = (gz[0] === 0x1f ? gunzipSync(gz) : gz).toString();
	return readHtml(text).config === undefined ? undefined : text;
}

/** First place where HTML differs from the built one, but for the configuration, which may be edited. */
export function firstDifference(built: string, received: string): { built: string; received: string } | undefined {
	const [one = '', other = ''] = [built, received].map((html) =>
		html.replace(CONFIG, (tag, text) => tag.replace(text, '')),
	);
	if (one === other) return undefined;
	let at = 0;
	while (one[at] === other[at]) at++;
	const excerpt = (text: string) =>
		text
			.slice(Math.max(0, at - 10), at + SHOWN)
			.replace(/\s+/g, ' ')
			.trim();
	return { built: excerpt(one), received: excerpt(other) };
}
