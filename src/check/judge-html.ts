import { createRules, type Result } from './finding.ts';
import { SEND_ONCE } from './judge-headers.ts';
import type { PageFacts } from './look-at-page.ts';

/** Judges whether the HTML is as it was built. */
export function judgeHtml({ facts }: PageFacts): Result[] {
	const { results, expect } = createRules('page');
	expect('html-changed', !facts.refused.length, 'the HTML is as it was built', [
		`The HTML was changed on its way: its policy refuses ${facts.refused.map((text) => `“${text}”`).join(', ')}.`,
		'Turn off the optimizer or the inserted script at the CDN, and upload index.html, index.html.br and index.html.gz again.',
	]);
	return results;
}

/** Judges the security headers of the HTML. */
export function judgeSecurity({ html, written }: PageFacts, isLocal: boolean): Result[] {
	const { results, expect } = createRules('page');
	const differences = Object.entries(written).flatMap(([name, value]) => {
		const found = html.headers[name];
		if (found === undefined) return [`${name} is missing`];
		// Operators list their own frames there.
		const fits = name === 'content-security-policy' ? /frame-ancestors/.test(found) : found.trim() === value;
		if (found === `${value}, ${value}`) return [`${name} is sent twice`];
		return fits ? [] : [`${name} is “${found}” instead of “${value}”`];
	});
	expect(
		'security-headers',
		!differences.length,
		'security headers are as the build wrote them',
		[
			`Security headers of the HTML differ from the build: ${differences.join('; ')}.`,
			differences.every((text) => text.endsWith('twice'))
				? SEND_ONCE
				: 'Send the headers of dist/_headers or dist/nginx.conf from the static host.',
		],
		isLocal ? 'note' : 'fault',
	);
	return results;
}
