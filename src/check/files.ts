/** Judges files of the build, and how the page's host serves them. */
import { chosenProtocol } from './chosen-protocol.ts';
import { listOf, type Rules } from './finding.ts';
import { imagesIn, scriptsIn } from './html.ts';
import { answerOf, type Exchange, type HttpClient, replyOf } from './http-client.ts';
import { type FileFacts, judgeFiles } from './judge-files.ts';
import { type Answer, isBusy } from './judge-headers.ts';
import type { PageFacts } from './page.ts';
import { pageHeaders } from './page-requests.ts';

/** Bytes from which on a TLS record holds back the first script. */
const LARGE_RECORD = 8_192;
/** Seconds that hashed files should be kept at least. */
const LONG_AGE = 86_400;
/** Seconds for which a cache may keep the HTML. */
const LONG_KEPT = 300;
/** Smaller files gain nothing by compression. */
const SMALL_FILE = 500;

const maxAge = (cacheControl: string): number => Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);

/** Whether each visit asks for it anew. */
const isRevalidated = (cacheControl: string): boolean =>
	/no-cache|no-store/.test(cacheControl) || /max-age=0/.test(cacheControl);

/** Whether a cache on the way has answered. */
export const isHit = ({ headers }: Exchange): boolean =>
	Number(headers.age) > 0 ||
	/\bhit\b/i.test(
		['x-cache', 'cf-cache-status', 'x-cache-status', 'x-cache-lookup'].map((name) => headers[name]).join(),
	);

/** Judges files and headers. @param age milliseconds until an answer kept by a cache has one */
export async function checkFiles(rules: Rules, http: HttpClient, page: PageFacts, age: number): Promise<void> {
	const { url, html, built } = page;
	const text = built ?? html.body.toString();
	const [named, worker] = await Promise.all([
		openFiles(http, url, text),
		openFile(http, url, { name: 'service-worker.js', integrity: '', namedBy: 'the page' }),
	]);
	judgeFiles(rules, [...named, worker]);
	const thereOf = (files: FileFacts[]) =>
		files.flatMap(({ name, exchange }) => (exchange?.status === 200 ? [{ name, exchange }] : []));
	const files = thereOf(named);
	const texts = [{ name: 'index.html', exchange: html }, ...files.filter(({ name }) => !name.endsWith('.png'))];
	const scripts = texts.filter(({ name }) => !name.endsWith('.svg'));
	// Its name changes with every script.
	const appIn = (content: string) => scriptsIn(content).find((script) => script.url.startsWith('./app.'))?.url;
	const [ofWorker, ofHtml] = [appIn(worker.exchange?.body.toString() ?? ''), appIn(text)];
	rules.expect('worker-build', !ofWorker || ofWorker === ofHtml, 'the service worker is of the same build', [
		`service-worker.js is of another build than the HTML (${ofWorker} and ${ofHtml}).`,
		'Upload all of dist/, and purge index.html and service-worker.js at the CDN.',
	]);
	judgeCompression(rules, [...texts, ...thereOf([worker])]);
	judgeCaching(rules, html, files, worker);
	await Promise.all([
		checkForms(rules, http, scripts),
		checkMissing(rules, http, url),
		checkCacheKey(rules, http, url, age),
		url.protocol === 'https:' && checkConnection(rules, http, page),
	]);
}

async function openFile(http: HttpClient, page: URL, file: FileFacts): Promise<FileFacts> {
	const url = new URL(file.name, page).href;
	const headers = pageHeaders(page, url, file.name.endsWith('.js') ? 'script' : 'image');
	return Object.assign(file, await replyOf(http.send(url, { headers })));
}

/** Fetches what the HTML names, and what that names in turn. */
async function openFiles(http: HttpClient, page: URL, html: string): Promise<FileFacts[]> {
	const found = new Map<string, FileFacts>();
	const open = async (text: string, namedBy: string): Promise<void> => {
		const named = [...scriptsIn(text), ...imagesIn(text).map((url) => ({ url, integrity: '' }))]
			.map(({ url, integrity }): FileFacts => ({ name: url.slice(2), integrity, namedBy }))
			.filter(({ name }) => !found.has(name));
		for (const file of named) found.set(file.name, file);
		await Promise.all(
			named.map(async (file) => {
				const { name, exchange } = await openFile(http, page, file);
				if (exchange?.status === 200 && name.endsWith('.js')) await open(exchange.body.toString(), name);
			}),
		);
	};
	await open(html, 'the HTML');
	return [...found.values()];
}

/** Judges the answer to a script that no build has, as a page of another build requests. */
async function checkMissing({ advise }: Rules, http: HttpClient, page: URL): Promise<void> {
	const file = { name: 'app.00000000.js', integrity: '', namedBy: '' };
	const { exchange } = await openFile(http, page, file);
	if (!exchange) return;
	const control = exchange.headers['cache-control'] ?? '';
	const isKept = maxAge(control) > LONG_KEPT;
	const isRefused = exchange.status > 399;
	advise('missing-file', isRefused && !isKept, 'a file that is not there is answered so', [
		`A script that is not there is ${answerOf({ exchange })}${isKept ? ` and Cache-Control: ${control}, so a browser that requests a new one too early has none` : ''}.`,
		isRefused
			? 'Send Cache-Control: no-store with failures, as dist/nginx.conf does.'
			: 'Answer 404 for files that are not there, and index.html for / alone (nginx: try_files $uri =404).',
	]);
}

/** Judges whether HTML and scripts are the same as browsers get them that take other encodings. */
async function checkForms({ expect }: Rules, http: HttpClient, scripts: Answer[]): Promise<void> {
	const form = (encoding = 'identity') => (encoding === 'identity' ? 'without compression' : `by ${encoding}`);
	const forms = scripts.flatMap(({ name, exchange }) =>
		['gzip', 'identity']
			.filter((encoding) => encoding !== exchange.headers['content-encoding'])
			.map((encoding) => ({ name: `${name} ${form(encoding)}`, encoding, usual: exchange })),
	);
	const found = await Promise.all(
		forms.map(async ({ name, encoding, usual }) => {
			const reply = await replyOf(http.send(usual.url, { headers: { 'accept-encoding': encoding } }));
			const { exchange } = reply ?? {};
			return !reply || (exchange && isBusy(exchange)) || exchange?.body.equals(usual.body) ? [] : [{ name, usual }];
		}),
	);
	const odd = found.flat();
	expect('file-form', !odd.length, 'files are the same by every encoding', [
		`${listOf(odd.map(({ name }) => name))} ${odd.length > 1 ? 'are' : 'is'} not the same as ${form(odd[0]?.usual.headers['content-encoding'])}.`,
		'Upload each file together with its .br and .gz, and after an edit of a built file delete these two.',
	]);
}

function judgeCompression({ expect, advise }: Rules, texts: Answer[]): void {
	const named = (fits: (encoding: string) => boolean) =>
		texts
			.filter(({ exchange: { headers, body } }) => body.length > SMALL_FILE && fits(headers['content-encoding'] ?? ''))
			.map(({ name }) => name);
	const plain = named((encoding) => !/^(br|gzip|zstd)$/.test(encoding));
	expect('compression', !plain.length, 'text files are compressed', [
		`${listOf(plain)} ${plain.length > 1 ? 'are' : 'is'} not compressed.`,
		'Serve the .br and .gz files of dist/ (brotli_static, gzip_static), or turn on brotli at the CDN.',
	]);
	const gzip = named((encoding) => encoding === 'gzip');
	advise('brotli', !gzip.length, 'text files come by brotli', [
		`${listOf(gzip)} ${gzip.length > 1 ? 'come' : 'comes'} by gzip, an eighth larger than by brotli.`,
		'Turn on brotli (brotli_static on; in nginx).',
	]);
}

function judgeCaching({ expect, advise }: Rules, html: Exchange, files: Answer[], worker: FileFacts): void {
	const controlOf = ({ headers }: Exchange) => headers['cache-control'] ?? 'missing';
	const control = controlOf(html);
	expect('cache-html', isRevalidated(control), 'the HTML is revalidated', [
		`Cache-Control of the HTML is ${control}, so visitors keep an old build.`,
		'Send Cache-Control: no-cache for / and /index.html.',
	]);
	if (worker.exchange?.status === 200)
		expect('cache-worker', isRevalidated(controlOf(worker.exchange)), 'the service worker is revalidated', [
			`Cache-Control of service-worker.js is ${controlOf(worker.exchange)}, so visitors keep an old build.`,
			'Send Cache-Control: no-cache for /service-worker.js.',
		]);
	const short = files.filter(({ exchange }) => maxAge(controlOf(exchange)) < LONG_AGE);
	expect('cache-hashed', !short.length, 'files with a hash are kept', [
		`${listOf(short.map(({ name }) => name))} ${short.length > 1 ? 'are' : 'is'} not kept by browsers (Cache-Control: ${short[0] && controlOf(short[0].exchange)}).`,
		'Send Cache-Control: public, max-age=31536000, immutable for files with a hash in their name.',
	]);
	const age = Number(html.headers.age) || 0;
	advise('cache-age', age < LONG_KEPT, 'the HTML is fresh', [
		`The HTML comes from a cache, where it lies for ${Math.round(age / 60)} min already: visitors get a new build only after that.`,
		'Purge / and /index.html at the CDN after each upload, or let it keep them for a minute at most.',
	]);
}

/** Fetches the HTML by two queries, and by the first again, to see whether a cache keeps each. */
async function checkCacheKey({ expect }: Rules, http: HttpClient, page: URL, age: number): Promise<void> {
	const now = Date.now();
	const open = (id: number) => replyOf(http.send(`${page.origin}${page.pathname}?id=check${id}`));
	await open(now);
	await new Promise((resolve) => setTimeout(resolve, age));
	const [other, again] = [await open(now + 1), await open(now)];
	// Whatever fails here fails elsewhere, too.
	if (other?.exchange && again?.exchange)
		expect(
			'cache-key',
			!isHit(again.exchange) || isHit(other.exchange),
			'the query is no part of the CDN’s cache key',
			[
				'The CDN keeps the HTML once for each query, so every visitor waits for the origin, and links with a token are kept.',
				'Leave the query out of the CDN’s cache key for /.',
			],
		);
}

async function checkConnection({ advise }: Rules, http: HttpClient, { url, html }: PageFacts): Promise<void> {
	const { headers, largestRecord } = html;
	const connect = async () => {
		http.take();
		return chosenProtocol(url);
	};
	const protocol = await connect().catch(() => undefined);
	if (protocol === undefined) return;
	const http3 = /\bh3\b/.test(headers['alt-svc'] ?? '');
	advise('http-version', protocol === 'h2' || http3, `the server speaks ${http3 ? 'HTTP/3' : 'HTTP/2'}`, [
		'The server speaks HTTP/1.1 only, so files wait for each other.',
		'Turn on HTTP/2 on the static host or CDN.',
	]);
	advise('record-size', largestRecord <= LARGE_RECORD, `TLS records have ${largestRecord} bytes at most`, [
		`The HTML comes in a TLS record of ${largestRecord} bytes, which is readable only when it is whole.`,
		'Set ssl_buffer_size 4k in nginx, or smaller records at the CDN.',
	]);
}
