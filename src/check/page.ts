import { readFileSync } from 'node:fs';
import { charsetOf } from '../api/read-body.ts';
import type { Config } from '../config.ts';
import { reachOf } from './candidates.ts';
import { listOf, type Rules } from './finding.ts';
import { firstDifference, readBuiltHtml, readHtml, scriptsIn } from './html.ts';
import { type Exchange, type HttpClient, replyOf } from './http-client.ts';
import { judgeConfig } from './judge-config.ts';
import { SEND_ONCE } from './judge-headers.ts';

/** In every build, also in HTML that was changed. */
const PAGE_ELEMENT = /<div id=["']?app\b/;

const isPage = ({ body }: Exchange): boolean => PAGE_ELEMENT.test(body.toString());

/** Milliseconds. */
const PLAIN_TIMEOUT = 3000;

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

/** Opens the page. Rejects with an `HttpError` where it cannot be reached. @param whole also as it was built */
export async function openPage(http: HttpClient, asked: URL, whole: boolean) {
	const hops: URL[] = [];
	const headers = { 'sec-fetch-dest': 'document', accept: 'text/html,*/*' };
	const html = await http.follow(asked.href, { headers }, hops);
	const url = hops[hops.length - 1]!;
	const text = html.body.toString();
	const isShown = whole && html.status === 200 && isPage(html);
	const isUsual = isShown && url.protocol === 'https:' && !url.port;
	const [built, plain] = await Promise.all([
		isShown ? openBuilt(http, url) : undefined,
		isUsual ? replyOf(http.send(`http://${url.host}${url.pathname}`, { timeout: PLAIN_TIMEOUT })) : undefined,
	]);
	const facts = readHtml(text);
	facts.config ??= built && readHtml(built).config;
	return {
		/** After redirects. */
		url,
		/** Addresses of its redirects, the first and the last included. */
		hops,
		html,
		/** HTML as it was built, if `index.html.gz` can be had. */
		built,
		/** By plain http, where that was requested. */
		plain,
		facts,
	};
}

/** See {@link openPage}. */
export type PageFacts = Awaited<ReturnType<typeof openPage>>;

/** Whether the page is that of a developer, on this machine. */
const isLocal = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && reachOf(hostname) === 0;

/** Judges the page's address, its answer and its HTML. Answers with its configuration, where that can be used. */
export function judgePage(rules: Rules, page: PageFacts): Config | undefined {
	const { expect } = rules;
	const { url, html, facts } = page;
	expect('status', html.status === 200, `${url.host} answers with the page`, [
		`The page is answered with status ${html.status}.`,
		/40[13]/.test(`${html.status}`)
			? 'Let the web server read dist/: files need the mode 644, folders 755; else allow all visitors at the CDN.'
			: `Serve index.html for ${url.pathname} on the static host, whatever the query.`,
	]);
	judgeAddress(rules, page);
	// Gzip begins so; of brotli a second name tells.
	const isPacked = (html.body[0] === 0x1f && html.body[1] === 0x8b) || /,/.test(html.headers['content-encoding'] ?? '');
	// What a server says of a failure is no page.
	const config = html.status === 200 || facts.config ? judgeConfig(rules, facts.config, isPacked) : undefined;
	if (html.status !== 200 || facts.config === undefined) return config;
	judgeHtml(rules, page);
	judgeSecurity(rules, page);
	return config;
}

function judgeAddress({ expect, advise, fault, note }: Rules, { url, hops, plain: byHttp }: PageFacts): void {
	const redirects = hops.length - 1;
	const plain = hops.find(({ protocol }, index) => index && protocol === 'http:');
	const final = url.origin + url.pathname;
	if (plain)
		fault('redirect-plain', [
			`The address leads over ${plain.origin}${plain.pathname}, so the link with a visitor’s token travels unencrypted.`,
			'Redirect to https in one step (nginx: the https address in return, or absolute_redirect off).',
		]);
	else
		advise('redirect', !redirects, 'the address is the final one', [
			`The address leads to ${final} by ${redirects} redirect${redirects > 1 ? 's' : ''}, a round trip each.`,
			'Share the final address.',
		]);
	const [first = url] = hops;
	const asked = first.searchParams.get('id');
	expect('redirect-query', !asked || url.searchParams.get('id') === asked, 'redirects keep the query', [
		`The address leads to ${final} without its query, so the page has no id: every link by ${first.origin} ends as an incomplete one.`,
		'Keep the query in the redirect (nginx: $request_uri and not $uri).',
	]);
	if (byHttp)
		advise('http', !byHttp.exchange || !isPage(byHttp.exchange), 'plain http shows no page', [
			`http://${url.host}${url.pathname} shows the page, too, where calls are not signed and a token travels unencrypted.`,
			'Redirect http to https (nginx: return 301 https://$host$request_uri in the server of port 80).',
		]);
	if (isLocal(url))
		note('https', [
			'The page is on a loopback address over http, which only this machine can open.',
			'Serve it over https.',
		]);
	else
		expect('https', url.protocol === 'https:', 'the page is served over https', [
			'The page is served over plain http, where browsers have no WebCrypto, so calls are not signed.',
			'Serve it over https, and redirect http there.',
		]);
}

/** Judges whether the HTML is as it was built. */
function judgeHtml({ expect, fault }: Rules, { facts, html, built }: PageFacts): void {
	const received = html.body.toString();
	const names = [built ?? received, received].map((text) => scriptsIn(text)[0]?.url);
	if (names[0] && names[1] && names[0] !== names[1])
		return fault('html-build', [
			`The HTML is of another build than index.html.gz beside it (${names.join(' and ')}).`,
			'Upload index.html, index.html.br and index.html.gz of one build, and purge them at the CDN.',
		]);
	const difference = built === undefined ? undefined : firstDifference(built, received);
	const what = difference
		? `it has “${difference.received}” where the build has “${difference.built}”`
		: `no build has ${listOf(facts.odd.map((text) => `“${text}”`))} so`;
	expect('html-changed', !difference && !facts.odd.length, 'the HTML is as it was built', [
		`Something between the build and here has changed the HTML: ${what}.`,
		'Turn off at the CDN or proxy what changes HTML (minifying, script loaders, hidden e-mail addresses, inserted scripts), and purge the page there.',
	]);
	const { 'content-type': type = '', 'content-disposition': disposition = '' } = html.headers;
	const isSaved = /^attachment/i.test(disposition);
	expect('html-type', /^text\/html\b/i.test(type) && !isSaved, 'browsers show the HTML as a page', [
		isSaved
			? `Browsers save the HTML and do not show it (Content-Disposition: ${disposition}).`
			: `The HTML has the type “${type}”, which browsers do not show as a page.`,
		isSaved
			? 'Remove that header at the static host; a storage service sends it on its own domain: use one of yours.'
			: 'Send .html as text/html from the static host.',
	]);
	const charset = charsetOf(type);
	expect('html-charset', !charset || /^utf-?8$/i.test(charset), 'the HTML is read as UTF-8', [
		`The Content-Type of the HTML says ${charset}, and the HTML is UTF-8.`,
		'Send text/html; charset=utf-8, or no charset, from the static host.',
	]);
}

/** Headers of all files that the build writes into `_headers`, by lower-case name. */
export function securityHeaders(): Record<string, string> {
	const text = readFileSync(new URL('../../static/_headers', import.meta.url), 'utf8');
	const [, block = ''] = /^\/\*\n((?:  .*\n)*)/m.exec(text) ?? [];
	return Object.fromEntries(
		[...block.matchAll(/^ +([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
	);
}

/** Judges the security headers of the HTML. */
function judgeSecurity({ expect, advise }: Rules, { html, url }: PageFacts): void {
	const maxAge = (text: string) => Number(/max-age="?(\d+)/i.exec(text)?.[1] ?? 0);
	const differences = Object.entries(securityHeaders()).flatMap(([name, value]) => {
		const found = html.headers[name];
		if (found === undefined) return [`${name} is missing`];
		// Operators list their own frames there, keep https for longer, and forbid more.
		const fits =
			name === 'content-security-policy'
				? /frame-ancestors/.test(found)
				: name === 'strict-transport-security'
					? maxAge(found) >= maxAge(value)
					: value.split(', ').every((part) => found.trim().split(/, */).includes(part));
		if (found === `${value}, ${value}`) return [`${name} is sent twice`];
		return fits ? [] : [`${name} is “${found}” instead of “${value}”`];
	});
	const isIsolated = /^\s*require-corp/.test(html.headers['cross-origin-embedder-policy'] ?? '');
	expect('embedder-policy', !isIsolated, 'the page demands no permission of other hosts', [
		'The header Cross-Origin-Embedder-Policy of the HTML keeps from the page what other hosts send without permission, such as the share scripts of WeChat and QQ.',
		'Remove that header at the static host or CDN: the page does not need it.',
	]);
	const add = isLocal(url) ? advise : expect;
	add('security-headers', !differences.length, 'security headers are as the build wrote them', [
		`Security headers of the HTML differ from the build: ${differences.join('; ')}.`,
		differences.every((text) => text.endsWith('twice'))
			? SEND_ONCE
			: 'Send the headers of dist/_headers or dist/nginx.conf from the static host.',
	]);
}
