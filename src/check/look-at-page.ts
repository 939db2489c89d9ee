import { readFile } from 'node:fs/promises';
import { replyOf, type Exchange, type HttpClient, type Reply } from './http-client.ts';
import { readBuiltHtml } from './html-change.ts';
import { imagesIn, readHtml, scriptsIn, type HtmlFacts } from './html-facts.ts';
import { pageHeaders } from './page-requests.ts';
import { chosenProtocol } from './chosen-protocol.ts';

/** A file of the build, as it was answered. */
export interface FileFacts extends Reply {
	name: string;
	/** By the file that names it; empty: none. */
	integrity: string;
	/** The place that names it, such as `the HTML`. */
	namedBy: string;
}

/** A file of the build by another encoding than the usual one. */
interface FormFacts extends Reply {
	name: string;
	/** `Accept-Encoding`, and that of the usual form. */
	encoding: string;
	usual: Exchange;
}

/** Facts of a page, from outside. */
export interface PageFacts {
	/** After redirects. */
	url: URL;
	/** Addresses of its redirects, the first and the last included. */
	hops: URL[];
	html: Exchange;
	/** HTML as it was built, if `index.html.gz` can be had. */
	built?: string;
	facts: HtmlFacts;
	/** As {@link chosenProtocol}, over https. */
	protocol?: string;
	files: FileFacts[];
	/** HTML and scripts by other encodings. */
	forms: FormFacts[];
	/** `service-worker.js`. */
	worker: FileFacts;
	/** Answers to one query, another one, and the first again; empty if one failed. */
	queries: Exchange[];
	/** Security headers that the build writes, by lower-case name. */
	written: Record<string, string>;
}

/** In every build, also in HTML that was changed. */
const PAGE_ELEMENT = /<div id=["']?app\b/;

/** Fetches what the HTML names, and what that names in turn. */
async function openFiles(http: HttpClient, page: URL, html: string): Promise<FileFacts[]> {
	const found = new Map<string, FileFacts>();
	const open = async (text: string, namedBy: string): Promise<void> => {
		const named = [
			...scriptsIn(text).map(({ url, integrity }) => ({ name: url.slice(2), integrity })),
			...imagesIn(text).map((url) => ({ name: url.slice(2), integrity: '' })),
		].filter(({ name }) => !found.has(name));
		const files = named.map((entry): FileFacts => ({ ...entry, namedBy }));
		for (const file of files) found.set(file.name, file);
		await Promise.all(
			files.map(async (file) => {
				await openFile(http, page, file);
				if (file.exchange?.status === 200 && file.name.endsWith('.js'))
					await open(file.exchange.body.toString(), file.name);
			}),
		);
	};
	await open(html, 'the HTML');
	return [...found.values()];
}

async function openFile(http: HttpClient, page: URL, file: FileFacts): Promise<FileFacts> {
	const url = new URL(file.name, page).href;
	const headers = pageHeaders(page, url, file.name.endsWith('.js') ? 'script' : 'image');
	return Object.assign(file, await replyOf(http.send(url, { headers })));
}

/** Fetches HTML and scripts as browsers get them that take other encodings. */
async function openForms(http: HttpClient, html: Exchange, files: FileFacts[]): Promise<FormFacts[]> {
	const usual = [
		{ name: 'index.html', exchange: html },
		...files.filter(({ name, exchange }) => name.endsWith('.js') && exchange?.status === 200),
	];
	const forms = usual.flatMap(({ name, exchange }) =>
		['gzip', 'identity']
			.filter((encoding) => encoding !== exchange!.headers['content-encoding'])
			.map((encoding): FormFacts => ({ name, encoding, usual: exchange! })),
	);
	const found = await Promise.all(
		forms.map(async (form) => {
			const headers = { 'accept-encoding': form.encoding };
			const reply = await replyOf(http.send(form.usual.url, { headers }));
			return reply ? [{ ...form, ...reply }] : [];
		}),
	);
	return found.flat();
}

/** Fetches the HTML as it was built. */
async function openBuilt(http: HttpClient, page: URL): Promise<string | undefined> {
	try {
		const url = new URL('index.html.gz', page).href;
		const { status, body } = await http.send(url, { headers: { 'accept-encoding': 'identity' } });
		return status === 200 ? readBuiltHtml(body) : undefined;
	} catch {
		// It is not served, or not looked at.
		return undefined;
	}
}

/** Fetches the HTML by two queries, and by the first again, to see whether a cache keeps each. */
async function openQueries(http: HttpClient, page: URL, age: number): Promise<Exchange[]> {
	const target = (query: string) => `${page.origin}${page.pathname}?id=${query}`;
	const [one, other] = [`check${Date.now()}`, `check${Date.now() + 1}`];
	try {
		const first = await http.send(target(one));
		await new Promise((resolve) => setTimeout(resolve, age));
		return [first, await http.send(target(other)), await http.send(target(one))];
	} catch {
		// Whatever fails here fails elsewhere, too.
		return [];
	}
}

/** Headers for all files in a `_headers` file, by lower-case name. */
export function headersForAll(text: string): Record<string, string> {
	const [, block = ''] = /^\/\*\n((?:  .*\n)*)/m.exec(text) ?? [];
	return Object.fromEntries(
		[...block.matchAll(/^ +([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
	);
}

/**
 * Looks at the page. Rejects with an `HttpError` where it cannot be reached.
 *
 * @param age milliseconds until an answer kept by a cache has one
 * @param whole also files and connection
 */
export async function lookAtPage(http: HttpClient, asked: URL, age: number, whole: boolean): Promise<PageFacts> {
	const hops: URL[] = [];
	const headers = { 'sec-fetch-dest': 'document', accept: 'text/html,*/*' };
	const html = await http.follow(asked.href, { headers }, hops);
	const url = hops[hops.length - 1]!;
	const text = html.body.toString();
	const worker: FileFacts = { name: 'service-worker.js', integrity: '', namedBy: 'the page' };
	const connect = async () => {
		http.take();
		return chosenProtocol(url);
	};
	const built = whole && html.status === 200 && PAGE_ELEMENT.test(text) ? await openBuilt(http, url) : undefined;
	const facts = readHtml(text);
	facts.config ??= built && readHtml(built).config;
	const isPage = whole && html.status === 200 && facts.config !== undefined;
	const [files, queries, protocol, written] = await Promise.all([
		isPage ? openFiles(http, url, built ?? text) : [],
		isPage ? openQueries(http, url, age) : [],
		whole && url.protocol === 'https:' ? connect().catch(() => undefined) : undefined,
		readFile(new URL('../../static/_headers', import.meta.url), 'utf8'),
		isPage ? openFile(http, url, worker) : worker,
	]);
	const forms = isPage ? await openForms(http, html, files) : [];
	return {
		url,
		hops,
		html,
		...(built && { built }),
		facts,
		...(protocol !== undefined && { protocol }),
		files,
		forms,
		worker,
		queries,
		written: headersForAll(written),
	};
}
