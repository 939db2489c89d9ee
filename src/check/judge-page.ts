import type { Config } from '../config.ts';
import { integrityOf } from '../build/csp.mjs';
import { reachOf } from './candidates.ts';
import { listOf, type Rules, type Wrong } from './finding.ts';
import { judgeHtml, judgeSecurity } from './judge-html.ts';
import { judgeConfig } from './judge-config.ts';
import type { Exchange } from './http-client.ts';
import { scriptsIn } from './html-facts.ts';
import type { FileFacts, PageFacts } from './look-at-page.ts';

/** Bytes from which on a TLS record holds back the first script. */
const LARGE_RECORD = 8_192;
/** Seconds that hashed files should be kept at least. */
const LONG_AGE = 86_400;
/** Seconds for which a cache may keep the HTML. */
const LONG_KEPT = 300;
/** Smaller files gain nothing by compression. */
const SMALL_FILE = 500;

/** Judges the page. Answers with its configuration, where that can be used. */
export function judgePage(rules: Rules, page: PageFacts): Config | undefined {
	const { expect, advise, fault } = rules;
	const { url, html } = page;
	expect('status', html.status === 200, `${url.host} answers with the page`, [
		`The page is answered with status ${html.status}.`,
		html.status === 403
			? 'Let the web server read dist/: files need the mode 644, folders 755; else allow all visitors at the CDN.'
			: 'Serve index.html for / on the static host, whatever the query.',
	]);
	const redirects = page.hops.length - 1;
	const plain = page.hops.find(({ protocol }, index) => index && protocol === 'http:');
	if (plain)
		fault('redirect-plain', [
			`The address leads over ${plain.origin}${plain.pathname}, so the link with a visitor’s token travels unencrypted.`,
			'Redirect to https in one step (nginx: the https address in return, or absolute_redirect off).',
		]);
	else
		advise('redirect', !redirects, 'the address is the final one', [
			`The address leads to ${url.origin}${url.pathname} by ${redirects} redirect${redirects > 1 ? 's' : ''}, a round trip each.`,
			'Share the final address.',
		]);
	const [first = url] = page.hops;
	const asked = first.searchParams.get('id');
	expect('redirect-query', !asked || url.searchParams.get('id') === asked, 'redirects keep the query', [
		`The address leads to ${url.origin}${url.pathname} without its query, so the page has no id: every link by ${first.origin} ends as an incomplete one.`,
		'Keep the query in the redirect (nginx: $request_uri and not $uri).',
	]);
	const isLocal = url.protocol === 'http:' && reachOf(url.hostname) === 0;
	if (isLocal)
		rules.note('https', [
			'The page is on a loopback address over http, which only this machine can open.',
			'Serve it over https.',
		]);
	else
		expect('https', url.protocol === 'https:', 'the page is served over https', [
			'The page is served over plain http, where browsers have no WebCrypto, so calls are not signed.',
			'Serve it over https, and redirect http there.',
		]);
	if (page.protocol !== undefined) judgeConnection(rules, page.html, page.protocol);
	// Gzip begins so; of brotli a second name tells.
	const isPacked = (html.body[0] === 0x1f && html.body[1] === 0x8b) || /,/.test(html.headers['content-encoding'] ?? '');
	const config = judgeConfig(rules, page.facts.config, isPacked);
	if (html.status === 200 && page.facts.config !== undefined) {
		judgeHtml(rules, page);
		judgeSecurity(rules, page, isLocal);
		judgeFiles(rules, page);
		judgeCaching(rules, page);
	}
	return config;
}

function judgeConnection({ advise }: Rules, { headers, largestRecord }: Exchange, protocol: string): void {
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

/** Judges one file of the build; undefined where it is right. */
function faultOf({ name, integrity, namedBy, exchange, error }: FileFacts): [id: string, ...Wrong] | undefined {
	if (!exchange)
		return ['file-missing', `${name} cannot be fetched: ${(error as Error).message}.`, 'Check the static host.'];
	const { status, headers, body } = exchange;
	const type = headers['content-type'] ?? '';
	const upload = 'Upload all of dist/, index.html last, and purge index.html at the CDN.';
	if (status !== 200)
		return [
			'file-missing',
			`${name}, which ${namedBy} names, is answered with status ${status}.`,
			status === 403 ? 'Let the web server read it: files need the mode 644, folders 755.' : upload,
		];
	if (/html/.test(type))
		return [
			'file-missing',
			`${name}, which ${namedBy} names, is answered with HTML.`,
			`${upload} Missing files need a 404.`,
		];
	if (name.endsWith('.js') && !/javascript/.test(type))
		return ['file-type', `${name} has the type “${type}”, which browsers do not run.`, 'Send .js as text/javascript.'];
	if (integrity && integrityOf(body.toString()) !== integrity)
		return [
			'file-integrity',
			`${name} is not what ${namedBy} expects, so browsers refuse it.`,
			'Turn off minifying at the CDN, and upload the file again.',
		];
	return undefined;
}

function judgeFiles({ pass, fault, expect, advise }: Rules, { html, files, forms, worker, built }: PageFacts): void {
	for (const file of [...files, worker]) {
		if (!file.exchange && !file.error) continue;
		const [id, ...wrong] = faultOf(file) ?? [];
		if (id) fault(id, wrong as Wrong);
		else pass('file', `${file.name} is there, as built`);
	}
	const odd = forms.filter(({ usual, exchange }) => !exchange?.body.equals(usual.body));
	const form = (name: string) => (name === 'identity' ? 'without compression' : `by ${name}`);
	const usual = form(odd[0]?.usual.headers['content-encoding'] ?? 'identity');
	expect('file-form', !odd.length, 'files are the same by every encoding', [
		`${listOf(odd.map(({ name, encoding }) => `${name} ${form(encoding)}`))} ${odd.length > 1 ? 'are' : 'is'} not the same as ${usual}.`,
		'Upload each file together with its .br and .gz, and after an edit of a built file delete these two.',
	]);
	// Its name changes with every script.
	const appIn = (text: string) => scriptsIn(text).find(({ url }) => url.startsWith('./app.'))?.url;
	const [ofWorker, ofHtml] = [worker.exchange?.body.toString() ?? '', built ?? html.body.toString()].map(appIn);
	expect('worker-build', !ofWorker || ofWorker === ofHtml, 'the service worker is of the same build', [
		`service-worker.js is of another build than the HTML (${ofWorker} and ${ofHtml}).`,
		'Upload all of dist/, and purge index.html and service-worker.js at the CDN.',
	]);
	const texts = [{ name: 'index.html', exchange: html }, ...files, worker].flatMap(({ name, exchange }) =>
		exchange?.status === 200 && exchange.body.length > SMALL_FILE && !/\.png$/.test(name) ? [{ name, exchange }] : [],
	);
	const by = (pattern: RegExp) =>
		texts.filter(({ exchange }) => pattern.test(exchange.headers['content-encoding'] ?? '')).map(({ name }) => name);
	const plain = texts.map(({ name }) => name).filter((name) => !by(/^(br|gzip|zstd)$/).includes(name));
	expect('compression', !plain.length, 'text files are compressed', [
		`${listOf(plain)} ${plain.length > 1 ? 'are' : 'is'} not compressed.`,
		'Serve the .br and .gz files of dist/ (brotli_static, gzip_static), or turn on brotli at the CDN.',
	]);
	const gzip = by(/^gzip$/);
	advise('brotli', !gzip.length, 'text files come by brotli', [
		`${listOf(gzip)} come by gzip, an eighth larger than by brotli.`,
		'Turn on brotli (brotli_static on; in nginx).',
	]);
}

const maxAge = (cacheControl: string): number => Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);

/** Whether each visit asks for it anew. */
const isRevalidated = ({ headers }: Exchange): boolean => {
	const control = headers['cache-control'] ?? '';
	return /no-cache|no-store/.test(control) || /max-age=0/.test(control);
};

/** Whether a cache on the way has answered. */
export const isHit = ({ headers }: Exchange): boolean =>
	Number(headers.age) > 0 ||
	/\bhit\b/i.test(
		['x-cache', 'cf-cache-status', 'x-cache-status', 'x-cache-lookup'].map((name) => headers[name]).join(),
	);

function judgeCaching({ expect, advise }: Rules, { html, worker, files, queries }: PageFacts): void {
	const control = (exchange: Exchange) => exchange.headers['cache-control'] ?? 'missing';
	expect('cache-html', isRevalidated(html), 'the HTML is revalidated', [
		`Cache-Control of the HTML is ${control(html)}, so visitors keep an old build.`,
		'Send Cache-Control: no-cache for / and /index.html.',
	]);
	if (worker.exchange?.status === 200)
		expect('cache-worker', isRevalidated(worker.exchange), 'the service worker is revalidated', [
			`Cache-Control of service-worker.js is ${control(worker.exchange)}, so visitors keep an old build.`,
			'Send Cache-Control: no-cache for /service-worker.js.',
		]);
	const short = files.filter(({ exchange }) => exchange?.status === 200 && maxAge(control(exchange)) < LONG_AGE);
	expect('cache-hashed', !short.length, 'files with a hash are kept', [
		`${listOf(short.map(({ name }) => name))} ${short.length > 1 ? 'are' : 'is'} not kept by browsers (Cache-Control: ${short[0]?.exchange && control(short[0].exchange)}).`,
		'Send Cache-Control: public, max-age=31536000, immutable for files with a hash in their name.',
	]);
	const age = Number(html.headers.age) || 0;
	advise('cache-age', age < LONG_KEPT, 'the HTML is fresh', [
		`The HTML comes from a cache, where it lies for ${Math.round(age / 60)} min already: visitors get a new build only after that.`,
		'Purge / and /index.html at the CDN after each upload, or let it keep them for a minute at most.',
	]);
	const [, other, again] = queries;
	if (other && again)
		expect('cache-key', !isHit(again) || isHit(other), 'the query is no part of the CDN’s cache key', [
			'The CDN keeps the HTML once for each query, so every visitor waits for the origin, and links with a token are kept.',
			'Leave the query out of the CDN’s cache key for /.',
		]);
}
