/**
 * The service worker: keeps the HTML and the scripts of one build, so that a second visit needs no network to paint.
 * The HTML is the same for everyone, so one copy answers every visit, whatever its query. It stores nothing else: no
 * query, no token, no call, no media.
 *
 * Each build has a worker of its own, which takes over once all of its files are there. An open page finds the scripts
 * of its own build in the cache of the build before.
 */
import type { BuiltScript } from '../load-script.ts';

/** The scripts of this build, the bundle first. */
declare const __SCRIPTS__: BuiltScript[];
/** False in a deployment that turns the service worker off: then this one only removes what an earlier one left. */
declare const __ENABLED__: boolean;

/** Members of a service worker's scope missing from TypeScript's DOM types. */
interface WorkerScope {
	registration: ServiceWorkerRegistration;
	skipWaiting(): Promise<void>;
	addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}
interface WorkerEvent extends Event {
	request: Request;
	waitUntil(work: Promise<unknown>): void;
	respondWith(response: Promise<Response>): void;
}

const BUNDLE = __SCRIPTS__[0]!.url;
/** The page without a query, under which the HTML is kept. */
const PAGE = './';

const worker = self as unknown as WorkerScope;
const absolute = (url: string) => new URL(url, location.href).href;
/** Begins the names of this deployment's caches: another one on the same host has another folder. */
const PREFIX = `live-page-${absolute(PAGE)} `;
/** Cache of this build: the name of the bundle changes with every script. */
const NAME = PREFIX + BUNDLE;
const pageUrls = [absolute(PAGE), absolute('index.html')];

/** Whether a response is the HTML of this build: neither an error page, nor that of another build. */
const isOwnHtml = async (response: Response) =>
	response.ok && !response.redirected && (await response.clone().text()).includes(BUNDLE);

/** Fetches everything there is. Rejects when anything is missing or of another build: then the worker is not installed. */
async function install() {
	const cache = await caches.open(NAME);
	const html = await fetch(PAGE, { cache: 'no-cache' });
	if (!(await isOwnHtml(html))) throw new Error('the HTML is not that of this build');
	await cache.addAll(__SCRIPTS__.map(({ url, integrity }) => new Request(url, { integrity })));
	await cache.put(PAGE, html);
	await worker.skipWaiting();
}

const copyIn = (cacheName: string, url: string) => caches.match(url, { cacheName });

/** Names of this page's caches, oldest first. Early builds named them without the folder: those with this page are its own. */
async function cacheNames() {
	const names = [];
	for (const name of await caches.keys())
		if (name.startsWith(PREFIX) || (/^live-page-\./.test(name) && (await copyIn(name, PAGE)))) names.push(name);
	return names;
}
const deleteCaches = (names: string[]) => Promise.all(names.map((name) => caches.delete(name)));

/** Keeps the caches of this build and of the one before it, which a page may have open. */
async function clean() {
	const others = (await cacheNames()).filter((name) => name !== NAME);
	await deleteCaches(others.slice(0, -1));
}

/** Removes every cache and the worker: the next visit is answered by the network. */
async function retire() {
	await deleteCaches(await cacheNames());
	await worker.registration.unregister();
}

/**
 * Looks for changes once the video plays. HTML that an operator has edited replaces the copy. Where the server has
 * HTML of another build, that brings a worker of its own. Where there is neither, the page was withdrawn.
 */
async function refresh() {
	const html = await fetch(PAGE, { cache: 'no-cache' });
	if (await isOwnHtml(html)) return (await caches.open(NAME)).put(PAGE, html);
	if (html.status >= 500) return;
	if (!html.ok) return retire();
	// Not waited for: the newer worker takes over only when this one has nothing to do.
	worker.registration.update().catch(retire);
}

async function respond(request: Request, isPage: boolean): Promise<Response> {
	// A person who reloads wants what the server has.
	const reload = isPage && /^(no-cache|reload)$/.test(request.cache);
	const find = async () => {
		if (isPage) return copyIn(NAME, PAGE);
		const copies = (await cacheNames()).map((name) => copyIn(name, request.url));
		return (await Promise.all(copies)).find(Boolean);
	};
	const copy = await find().catch(() => undefined);
	if (!copy) return fetch(request);
	return reload ? fetch(request).catch(() => copy) : copy;
}

if (__ENABLED__) {
	worker.addEventListener('install', (event) => event.waitUntil(install()));
	worker.addEventListener('activate', (event) => event.waitUntil(clean()));
	worker.addEventListener('message', (event) => event.waitUntil(refresh().catch(() => {})));
	worker.addEventListener('fetch', (event) => {
		const { request } = event;
		const isPage = request.mode === 'navigate' && pageUrls.includes(request.url.replace(/[?#].*/, ''));
		if (isPage || /\/(app|deferred|rich-text)\.\w{8}\.js$/.test(request.url))
			event.respondWith(respond(request, isPage));
	});
} else {
	worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
	worker.addEventListener('activate', (event) => event.waitUntil(retire()));
	// HTML of an earlier build may have registered it again.
	worker.addEventListener('message', (event) => event.waitUntil(retire()));
}
