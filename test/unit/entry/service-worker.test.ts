import { setImmediate as settle } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KEEP_SCRIPTS } from '../../../src/network/ask-to-keep.ts';
import { CACHE, startWorker, HTML, LATER, ORIGIN, SCRIPTS } from '../../support/fake-service-worker.ts';

/** The request that no cache of the browser answers. */
const FETCHES = [`${ORIGIN}/ no-cache`];

const it = suite('service worker');
const scope = startWorker(true);
it.before.each(() => scope.reset());

it('should keep the HTML and the scripts of its build, and take over', async () => {
	scope.answer = async (url) => new Response(url === `${ORIGIN}/` ? HTML : url);
	await scope.dispatch('install');
	assert.equal(await Promise.all(['/', ...SCRIPTS.map(({ url }) => url)].map((url) => scope.text(CACHE, url))), [
		HTML,
		...SCRIPTS.map(({ url }) => url),
	]);
	assert.equal([scope.calls, scope.fetches], [['skipWaiting'], FETCHES]);
});

for (const [what, answer] of [
	['of another build', () => new Response('<script src="/app.2.js"></script>')],
	['an error page', () => new Response(HTML, { status: 404 })],
	['that of another address', () => Object.defineProperty(new Response(HTML), 'redirected', { value: true })],
] as const)
	it(`should not be installed where the HTML is ${what}`, async () => {
		scope.answer = async () => answer();
		const error = await scope.dispatch('install').catch(({ message }) => message);
		assert.is(error, 'the HTML is not that of this build');
		assert.equal(scope.calls, []);
	});

it('should remove the caches of all builds of this page but its own and the one before', async () => {
	const [first, second, elsewhere] = [`${CACHE}1`, `${CACHE}2`, CACHE.replace('/ ', '/other/ ')];
	scope.addCache('live-page-./app.1.js', { '/': HTML });
	scope.addCache('live-page-./app.2.js', { '/other/': HTML });
	for (const name of [first, 'other', elsewhere, second, CACHE]) scope.addCache(name);
	await scope.dispatch('activate');
	assert.equal(scope.cacheNames(), ['live-page-./app.2.js', 'other', elsewhere, second, CACHE]);
});

const EDITED = `${HTML}<p>edited</p>`;
for (const [what, answer, kept, calls] of [
	['replace its copy by HTML that was edited', () => new Response(EDITED), EDITED, []],
	['keep its copy while the server fails', () => new Response('', { status: 500 }), HTML, []],
	['keep its copy without a network', () => Promise.reject(new TypeError('offline')), HTML, []],
	['look for the worker of another build', () => new Response('<p>another build'), HTML, ['update']],
	['remove itself where the page is gone', () => new Response('', { status: 404 }), undefined, ['unregister']],
	['remove itself at any status below 500', () => new Response('', { status: 499 }), undefined, ['unregister']],
] as const)
	it(`should ${what}`, async () => {
		scope.addCache('other');
		scope.addCache(CACHE, { '/': HTML });
		scope.answer = async () => answer();
		await scope.dispatch('message');
		assert.is(await scope.text(CACHE, '/'), kept);
		assert.equal([scope.calls, scope.fetches], [calls, FETCHES]);
		assert.ok(scope.cacheNames().includes('other'));
	});

it('should remove itself where another build has no worker', async () => {
	scope.addCache(CACHE, { '/': HTML });
	scope.answer = async () => new Response('<p>another build');
	scope.update = () => Promise.reject(new TypeError('404'));
	await scope.dispatch('message');
	await new Promise((resolve) => setImmediate(resolve));
	assert.equal([scope.calls, scope.cacheNames()], [['update', 'unregister'], []]);
});

const navigate = (path: string, cache = 'default') => ({ url: ORIGIN + path, mode: 'navigate', cache });
for (const [what, request, offline, expected] of [
	['the page from its copy, whatever the query', navigate('/?id=1&token=a#top'), false, 'copy'],
	['the page by its file name', navigate('/index.html'), false, 'copy'],
	['no other page', navigate('/other.html'), false, undefined],
	['no request of the page for itself', { url: `${ORIGIN}/` }, false, undefined],
	['no call', { url: `${ORIGIN}/juvenile/api/live/detail` }, false, undefined],
	['a person who reloads from the server', navigate('/', 'reload'), false, 'server'],
	['a person who reloads without caches from the server', navigate('/', 'no-cache'), false, 'server'],
	['a person who reloads without a network from the copy', navigate('/', 'reload'), true, 'copy'],
	['a script of its build', { url: SCRIPTS[0]!.url, cache: 'reload' }, false, 'script'],
	['a script of the build before', { url: `${ORIGIN}/rich-text.00000000.js` }, false, 'old script'],
	['a script of another deployment from the server', { url: `${ORIGIN}/app.00000000.js` }, false, 'server'],
	['a script of no cache from the server', { url: `${ORIGIN}/app.00000009.js` }, false, 'server'],
	['no other script', { url: `${ORIGIN}/rts.js` }, false, undefined],
] as const)
	it(`should answer ${what}`, async () => {
		scope.addCache(CACHE.replace('/ ', '/other/ '), { '/app.00000000.js': 'their script' });
		scope.addCache(`${CACHE}0`, { '/': 'old copy', '/rich-text.00000000.js': 'old script' });
		scope.addCache(CACHE, { '/': 'copy', [SCRIPTS[0]!.url]: 'script' });
		scope.answer = async () => {
			if (offline) throw new TypeError('offline');
			return new Response('server');
		};
		assert.is(await scope.dispatch('fetch', request), expected);
	});

for (const [what, path, status, kept] of [
	['keep a script of its build once it was loaded', '/chat.00000001.js', 200, 'server'],
	['not keep an error page', '/chat.00000001.js', 404, undefined],
	['not keep the page that a visit loaded', '/', 200, undefined],
] as const)
	it(`should ${what}`, async () => {
		scope.addCache(CACHE);
		scope.answer = async () => new Response('server', { status });
		const request = path === '/' ? navigate(path) : { url: ORIGIN + path };
		assert.is(await scope.dispatch('fetch', request), 'server');
		await settle();
		assert.is(await scope.text(CACHE, path), kept);
	});

it('should keep what its HTML may ask for later once it is told, and nothing twice', async () => {
	scope.addCache(CACHE, { [LATER[0]!.url]: 'loaded' });
	scope.answer = async (url) => new Response(url);
	await scope.dispatch('message', undefined, KEEP_SCRIPTS);
	assert.equal(await Promise.all(LATER.map(({ url }) => scope.text(CACHE, url))), ['loaded', LATER[1]!.url]);
});

it('should keep nothing later without its page', async () => {
	await scope.dispatch('message', undefined, KEEP_SCRIPTS);
	assert.equal(scope.cacheNames(), []);
});

it('should keep no script once its page is withdrawn', async () => {
	scope.addCache(CACHE);
	scope.answer = async () => new Response('gone', { status: 404 });
	await scope.dispatch('message');
	scope.answer = async () => new Response('server');
	assert.is(await scope.dispatch('fetch', { url: `${ORIGIN}/chat.00000001.js` }), 'server');
	await settle();
	assert.equal(scope.cacheNames(), []);
});

const off = startWorker(false);
const names = [`${CACHE}1`, 'other', CACHE];
for (const [type, calls, left] of [
	['install', ['skipWaiting'], names],
	['activate', ['unregister'], ['other']],
	['message', ['unregister'], ['other']],
] as const)
	it(`should leave ${left} on "${type}" where it is turned off, and answer no request`, async () => {
		off.reset();
		for (const name of names) off.addCache(name);
		await off.dispatch(type);
		assert.equal([off.calls, off.cacheNames(), off.events()], [calls, left, ['install', 'activate', 'message']]);
	});

it.run();
