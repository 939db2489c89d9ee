import { hashSource } from '../build/csp.mjs';

/** A script of the build, as HTML and scripts name it. */
export interface NamedScript {
	url: string;
	integrity: string;
}

/** What a built page's HTML holds. */
export interface HtmlFacts {
	/** Text of the JSON block; undefined: another page. */
	config: string | undefined;
	/** Beginnings of inlined scripts and styles that the page's own policy refuses. */
	refused: string[];
	/** `og:image`, as written. */
	shareImage: string;
}

const CONFIG = /<script type="application\/json" id="config">([^]*?)<\/script>/;

/** Reads the HTML of a built page. */
export function readHtml(html: string): HtmlFacts {
	const policies = [...html.matchAll(/http-equiv="Content-Security-Policy" content="([^"]*)"/gi)].join();
	const inlined = [
		...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)[^>]*>([^]*?)<\/script>/gi),
		...html.matchAll(/<style[^>]*>([^]*?)<\/style>/gi),
	].map(([, text = '']) => text);
	return {
		config: CONFIG.exec(html)?.[1],
		refused: inlined
			.filter((text) => !policies.includes(hashSource(text)))
			.map((text) => text.trim().slice(0, 40).replace(/\s+/g, ' ')),
		shareImage: /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '',
	};
}

/** Scripts that a file of the build names, with their integrity. */
export const scriptsIn = (text: string): NamedScript[] =>
	[...text.matchAll(/(?:\burl|src)[:=]"(\.\/[\w.-]+\.js)"[, ]integrity[:=]"([^"]+)"/g)].map(
		([, url = '', integrity = '']) => ({ url, integrity }),
	);

/** Images that a file of the build names. */
export const imagesIn = (text: string): string[] => [
	...new Set([...text.matchAll(/"(\.\/[\w-]+\.[0-9A-Z]{8}\.(?:svg|png))"/g)].map(([, url = '']) => url)),
];
