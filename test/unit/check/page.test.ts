/** What the check says of the page, one fault at a time. */
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Result } from '../../../src/check/finding.ts';
import { answer, checkScenes, header, onPath, replace, type Scene } from '../../support/check-scenes.ts';
import { startCheckWorld, type CheckWorld } from '../../support/check-world.ts';
import type { Change, Passage } from '../../support/faulty-proxy.ts';

const change = (by: Change) => (world: CheckWorld) => void (world.changes.page = by);
const onHtml = (by: (passage: Passage) => unknown) => change(onPath('/', by));
const onScript = (name: string, by: (passage: Passage) => unknown) =>
	change((passage) => (new RegExp(`/${name}\\.\\w+\\.js$`).test(passage.path) ? (by(passage) as void) : undefined));
const onWorker = (by: (passage: Passage) => unknown) => change(onPath('/service-worker.js', by));
const setting = (from: string, to: string) => onHtml(replace(from, to));
const redirectFrom = (passage: Passage) =>
	/from/.test(passage.query) && answer(302, '', { location: '/?id=1' })(passage);
const withoutGz: Change = (passage) => {
	if (passage.path.endsWith('.gz')) answer(404)(passage);
	if (passage.path === '/') replace('</body>', '<script>track()</script></body>')(passage);
};
const csp = (value: string) => onHtml(header('content-security-policy', value));
const stream = (host: (world: CheckWorld) => { url: string }, name: string) => (world: CheckWorld) =>
	world.origin.setLive({ id: '1', originRts: `artc${host(world).url.slice(5)}/live/${name}` });
const otherByGzip = (passage: Passage) => passage.accepts === 'gzip' && replace(/;/, '; ')(passage);
const gzip = (passage: Passage) =>
	answer(200, undefined, { 'content-encoding': 'gzip' })(Object.assign(passage, { body: gzipSync(passage.body) }));

const onNone = (by: (passage: Passage) => unknown) => change(onPath('.00000000.js', by));
const appForAll = (passage: Passage) => passage.status === 404 && answer(200, '<html>')(passage);

/** Refuses some requests of scripts, one after another. */
function limited(from: number): Change {
	let count = 0;
	return (passage) => {
		if (passage.path.endsWith('.js') && ++count > from && count < from + 4) answer(503, '<html>')(passage);
	};
}

/** Keeps the HTML as a CDN does whose cache key has the query. */
function cacheByQuery(): Change {
	const seen = new Set<string>();
	return onPath('/', ({ query, headers }) => {
		headers.age = seen.has(query) ? '5' : '0';
		seen.add(query);
	});
}

const SCENES: Scene[] = [
	['status', 'the page is answered with 404', onHtml(answer(404))],
	['status', 'a failure in the words of the server', onHtml(answer(404, '<h1>Not Found</h1>'))],
	['other-page', 'another page', onHtml(answer(200, '<!doctype html><title>Welcome</title>'))],
	['redirect', 'a redirect', onHtml(redirectFrom), ({ page }) => ({ url: `${page.url}/?id=1&from=x` })],
	[
		'redirect redirect-query',
		'a redirect that loses the query',
		onHtml((passage) => /from/.test(passage.query) && answer(302, '', { location: '/' })(passage)),
		({ page }) => ({ url: `${page.url}/?id=1&from=x` }),
	],
	['cache-age', 'HTML that a cache has kept for an hour', onHtml(header('age', '3600'))],
	[
		'compressed-twice',
		'HTML compressed twice',
		onHtml((passage) => gzip(Object.assign(passage, { body: gzipSync(passage.body) }))),
	],
	['diagnose', 'no diagnose.html', change(onPath('/diagnose.html', answer(404)))],
	['reports', 'reports that nobody takes', setting('"rts":', '"reports":{"url":"/none"},"rts":')],
	['', 'reports that are taken', setting('"rts":', '"reports":{"url":"/visit"},"rts":')],
	['certificate', 'a certificate of no authority', () => {}, () => ({ untrusted: true })],
	['certificate', 'one of another host', () => {}, ({ page }) => ({ url: page.url.replace('localhost', '127.0.0.2') })],
	['html-changed', 'scripts that a CDN loads itself', onHtml(replace(/<script>/g, '<script type="x">'))],
	['html-changed', 'HTML minified by the CDN', onHtml(replace('type="application/json" ', ''))],
	['html-changed', 'a script inserted where no .gz is served', change(withoutGz)],
	['html-build', 'HTML of another build', onHtml(replace(/app\.\w{8}/g, 'app.00000000'))],
	['html-charset', 'HTML sent as GBK', onHtml(header('content-type', 'text/html; charset=gbk'))],
	['html-type', 'HTML as text', onHtml(header('content-type', 'text/plain'))],
	['html-type', 'HTML that browsers save', onHtml(header('content-disposition', 'attachment; filename=index.html'))],
	['file-form', 'a script that is another one by gzip', onScript('more', otherByGzip)],
	['policy', 'a policy that forbids scripts', csp("default-src 'self', frame-ancestors 'self'")],
	['policy', 'a policy that forbids the API', csp("frame-ancestors 'self'; connect-src 'none'")],
	['embedder-policy', 'a page that is isolated', onHtml(header('cross-origin-embedder-policy', 'require-corp'))],
	['', 'a page that is isolated without credentials', onHtml(header('cross-origin-embedder-policy', 'credentialless'))],
	['preconnect', 'a host that is not connected to', stream(({ other }) => other, 'demo')],
	['early-stream', 'an address that follows from the id', stream(({ page }) => page, '1?auth_key=2')],
	['early-stream', 'rts.stream for another address', setting('"rts":{', '"rts":{"stream":"artc://a.example/{id}",')],
	['preconnect-idle', 'a connection in vain', setting('"rts":{', '"rts":{"preconnect":["https://old.example.com"],')],
	['html-changed', 'a script inserted by the CDN', onHtml(replace('</body>', '<script>track()</script></body>'))],
	['security-headers', 'a header is missing', onHtml(header('referrer-policy'))],
	['', 'https for two years', onHtml(header('strict-transport-security', 'max-age=63072000; includeSubDomains'))],
	['security-headers', 'https for a day', onHtml(header('strict-transport-security', 'max-age=86400'))],
	['', 'more that is forbidden', onHtml(({ headers }) => (headers['permissions-policy'] += ', midi=()'))],
	['security-headers', 'less', onHtml(header('permissions-policy', 'camera=()'))],
	['security-headers', 'a header is sent twice', onHtml(header('x-content-type-options', 'nosniff, nosniff'))],
	['security-headers', 'a header differs', onHtml(header('x-content-type-options', 'sniff'))],
	['file-missing', 'a script of another build', onScript('more', answer(404))],
	['file-limit', 'a limit of requests', change(limited(8))],
	['missing-file', 'the page in place of each file that is not there', onScript('app', appForAll)],
	['missing-file', 'a failure that is kept for a year', onNone(header('cache-control', 'max-age=31536000'))],
	['file-missing', 'HTML in place of a script', onScript('more', header('content-type', 'text/html'))],
	['file-type', 'a script as text', onScript('more', header('content-type', 'text/plain'))],
	['file-integrity', 'a script minified by the CDN', onScript('more', replace(/;/, '; '))],
	['worker-build', 'a service worker of another build', onWorker(replace(/app\.\w{8}/, 'app.00000000'))],
	['compression', 'a script that is not compressed', onScript('more', header('content-encoding', 'identity'))],
	['brotli', 'a script by gzip', onScript('more', gzip)],
	['cache-html', 'HTML that is kept for an hour', onHtml(header('cache-control', 'max-age=3600'))],
	['cache-html', 'HTML without Cache-Control', onHtml(header('cache-control'))],
	['cache-worker', 'a service worker that is kept', onWorker(header('cache-control', 'max-age=60'))],
	['cache-hashed', 'a script that is revalidated', onScript('more', header('cache-control', 'no-cache'))],
	['cache-key', 'a cache that keeps each query', (world) => change(cacheByQuery())(world)],
	['config', 'an interval below a second', setting('"rts":', '"chatPollInterval":10,"rts":')],
	['config', 'an unknown setting', setting('"rts":', '"newsUrls":"","rts":')],
	['requests', 'more than the requests allowed', () => {}, () => ({ requests: 12 })],
];
const it = suite('check: page');
checkScenes(it, ['page'], SCENES);
it.run();

const old = suite('check: page by HTTP/1.1, in large records');
let world: CheckWorld;
old.before(async () => void (world = await startCheckWorld({}, {}, { http1: true, recordSize: 16_384 })));
old.after(() => world.close());
const idsOf = (results: Result[]) => results.map(({ id }) => id);
old('should note both', async () =>
	assert.equal(idsOf(await world.check({ groups: ['page'] })), ['http-version', 'record-size']),
);
old('should note a loopback address over http, without its headers, as no fault', async () => {
	const found = await world.check({ groups: ['page'], url: `${world.origin.url}/?id=1` });
	assert.equal(
		found.map(({ id, level }) => `${level} ${id}`),
		['note https', 'note security-headers'],
	);
});
old('should say in one sentence why it cannot look', async () => {
	for (const [url, sentence] of [
		['https://localhost:1/?id=1', /^it refuses the connection$/],
		['https://nowhere.invalid/?id=1', /^its name (is not known|could not be looked up)$/],
	] as const)
		assert.match(await world.check({ url }).then(String, (error) => error.message), sentence);
});
old('should send no token to a host whose certificate browsers refuse', async () => {
	const error = await world
		.check({ visit: { userId: '42', token: 'demo' }, untrusted: true })
		.catch(({ message }) => message);
	assert.match(error, /^browsers refuse its certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/);
	assert.equal(
		world.origin.requests().filter(({ query }) => query.includes('demo')),
		[],
	);
});
old.run();
