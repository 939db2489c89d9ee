import { charsetOf } from '../api/read-body.ts';
import { listOf, type Rules } from './finding.ts';
import { firstDifference } from './html-change.ts';
import { scriptsIn } from './html-facts.ts';
import { SEND_ONCE } from './judge-headers.ts';
import type { PageFacts } from './look-at-page.ts';

/** Judges whether the HTML is as it was built. */
export function judgeHtml({ expect, fault }: Rules, { facts, html, built }: PageFacts): void {
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
	const charset = charsetOf(html.headers['content-type']);
	expect('html-charset', !charset || /^utf-?8$/i.test(charset), 'the HTML is read as UTF-8', [
		`The Content-Type of the HTML says ${charset}, and the HTML is UTF-8.`,
		'Send text/html; charset=utf-8, or no charset, from the static host.',
	]);
}

/** Judges the security headers of the HTML. */
export function judgeSecurity({ expect, advise }: Rules, { html, written }: PageFacts, isLocal: boolean): void {
	const differences = Object.entries(written).flatMap(([name, value]) => {
		const found = html.headers[name];
		if (found === undefined) return [`${name} is missing`];
		// Operators list their own frames there.
		const fits = name === 'content-security-policy' ? /frame-ancestors/.test(found) : found.trim() === value;
		if (found === `${value}, ${value}`) return [`${name} is sent twice`];
		return fits ? [] : [`${name} is “${found}” instead of “${value}”`];
	});
	const isIsolated = /^\s*require-corp/.test(html.headers['cross-origin-embedder-policy'] ?? '');
	expect('embedder-policy', !isIsolated, 'the page demands no permission of other hosts', [
		'The header Cross-Origin-Embedder-Policy of the HTML keeps from the page what other hosts send without permission, such as the share scripts of WeChat and QQ.',
		'Remove that header at the static host or CDN: the page does not need it.',
	]);
	(isLocal ? advise : expect)('security-headers', !differences.length, 'security headers are as the build wrote them', [
		`Security headers of the HTML differ from the build: ${differences.join('; ')}.`,
		differences.every((text) => text.endsWith('twice'))
			? SEND_ONCE
			: 'Send the headers of dist/_headers or dist/nginx.conf from the static host.',
	]);
}
