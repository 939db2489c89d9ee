import { createHash } from 'node:crypto';

/** Content-Security-Policy (https://www.w3.org/TR/CSP3/): sources by directive. */
export type Policy = Map<string, string[]>;

/** Reads the policies of a header, or of a `<meta>`; several headers arrive joined by commas, and all apply. */
export const readPolicies = (text: string): Policy[] =>
	text.split(',').flatMap((one) => {
		const policy: Policy = new Map();
		for (const directive of one.split(';')) {
			const [name = '', ...sources] = directive.trim().split(/\s+/);
			// Of two the first counts.
			if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
		}
		return policy.size ? [policy] : [];
	});

/** An action of a page that a policy allows or forbids. */
export type Use =
	| { kind: 'script' | 'style'; inline: string }
	| { kind: 'style-attribute' }
	/** `inserted`: by a script, not by the HTML. */
	| { kind: 'script'; url: string; inserted: boolean }
	| { kind: 'img' | 'media' | 'connect' | 'worker'; url: string };

/** Directives of each kind, of which the first that is there counts (CSP3 §6.8.3). */
const FALLBACKS: Record<Use['kind'], string[]> = {
	script: ['script-src-elem', 'script-src', 'default-src'],
	style: ['style-src-elem', 'style-src', 'default-src'],
	'style-attribute': ['style-src-attr', 'style-src', 'default-src'],
	img: ['img-src', 'default-src'],
	media: ['media-src', 'default-src'],
	connect: ['connect-src', 'default-src'],
	worker: ['worker-src', 'child-src', 'script-src', 'default-src'],
};

/** Whether a policy allows a use. @param page URL of the page */
export function allows(policy: Policy, use: Use, page: URL): boolean {
	const name = FALLBACKS[use.kind].find((directive) => policy.has(directive));
	if (!name) return true;
	const sources = policy.get(name)!;
	const isDynamic = /^script/.test(name) && sources.some((source) => /^'strict-dynamic'$/i.test(source));
	if ('url' in use) {
		if (isDynamic && use.kind !== 'img') return use.kind === 'worker' || ('inserted' in use && use.inserted);
		return sources.some((source) => matchesSource(source, new URL(use.url, page), page));
	}
	if ('inline' in use && sources.some((source) => isHashOf(source, use.inline))) return true;
	return (
		!isDynamic &&
		sources.some((source) => /^'unsafe-inline'$/i.test(source)) &&
		!sources.some((source) => /^'(nonce|sha\d+)-/i.test(source))
	);
}

/** Whether a policy lets scripts of the page run at all (`sandbox`, Trusted Types). */
export const allowsScripts = (policy: Policy): boolean =>
	(!policy.has('sandbox') ||
		['allow-scripts', 'allow-same-origin'].every((one) => policy.get('sandbox')!.includes(one))) &&
	!policy.has('require-trusted-types-for');

function isHashOf(source: string, text: string): boolean {
	const [, algorithm = '', hash = ''] = /^'(sha(?:256|384|512))-(.*)'$/i.exec(source) ?? [];
	return !!algorithm && createHash(algorithm.toLowerCase()).update(text).digest('base64') === hash;
}

const SCHEME = /^([a-z][a-z\d+.-]*):$/i;
const HOST = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[\w.-]+|\[[\d:a-f]+\])(?::(\d+|\*))?(\/\S*)?$/i;

/** `http:` also matches https (CSP3 §6.7.2.8). */
const matchesScheme = (named: string, actual: string): boolean =>
	named === actual || (named === 'http:' && actual === 'https:');

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

function matchesSource(source: string, url: URL, page: URL): boolean {
	const isHttp = /^https?:$/.test(url.protocol);
	if (source === '*') return isHttp || url.protocol === page.protocol;
	if (/^'self'$/i.test(source))
		return url.hostname === page.hostname && portOf(url) === portOf(page) && matchesScheme(page.protocol, url.protocol);
	const [, scheme] = SCHEME.exec(source) ?? [];
	if (scheme) return matchesScheme(`${scheme.toLowerCase()}:`, url.protocol);
	const [, ofHost, host = '', port, path] = HOST.exec(source) ?? [];
	if (!host || !isHttp || !matchesScheme(ofHost ? `${ofHost.toLowerCase()}:` : page.protocol, url.protocol))
		return false;
	const name = host.toLowerCase();
	if (name !== '*' && !(name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name))
		return false;
	if (port !== '*' && portOf(url) !== (port ?? (url.protocol === 'https:' ? '443' : '80'))) return false;
	return !path || path === '/' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
}
