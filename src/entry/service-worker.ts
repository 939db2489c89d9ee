/**
 * Service worker: keeps one build's HTML (one copy, whatever the query) and scripts for repeat visits, and nothing
 * else. Takes over with the scripts of each visit cached; adds others once loaded, or once the page says that its link
 * has room, as they are gone after a deployment. Open pages use the previous build's cache. As a script of a page whose
 * own are gone, it goes over to the server's build.
 * See `docs/decisions/second-visit.md`.
 */
import type { BuiltScript } from '../network/load-script.ts';
import { goOver } from '../network/another-build.ts';
import { KEEP_SCRIPTS } from '../network/ask-to-keep.ts';

/** The bundle first. */
declare const __SCRIPTS__: BuiltScript[];
/** Scripts that its HTML may ask for later. */
declare const __LATER__: BuiltScript[];
/** False: only remove earlier workers. */
declare const __ENABLED__: boolean;

/** Worker members missing from TypeScript's DOM types. */
interface WorkerScope {
	registration: ServiceWorkerRegistration;
	skipWaiting(): Promise<void>;
	addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}
interface WorkerEvent extends Event {
	request: Request;
	data: unknown;
	waitUntil(work: Promise<unknown>): void;
	respondWith(response: Promise<Response>): void;
}

const BUNDLE = __SCRIPTS__[0]!.url;
const PAGE = './';

const SCRIPT = /\/[\w-]+\.\w{8}\.js$/;

const worker = self as unknown as WorkerScope;
const absolute = (url: string) => new URL(url, location.href).href;
/** Prefix of caches; other deployments on the host have other folders. */
const PREFIX = `live-page-${absolute(PAGE)} `;
/** The bundle's name changes with every script. */
const NAME = PREFIX + BUNDLE;
const pageUrls = [absolute(PAGE), absolute('index.html')];

const isOwnHtml = async (response: Response) =>
	response.ok && !response.redirected && (await response.clone().text()).includes(BUNDLE);

/** Caches all files. Rejects if one is missing or of another build. */
async function install() {
	const cache = await caches.open(NAME);
	const html = await fetch(PAGE, { cache: 'no-cache' });
	if (!(await isOwnHtml(html))) throw new Error('the HTML is not that of this build');
	await cache.addAll(__SCRIPTS__.map(({ url, integrity }) => new Request(url, { integrity })));
	await cache.put(PAGE, html);
	await worker.skipWaiting();
}

/** Caches what is not there yet, one after another, beside what the page plays. */
async function keepLater() {
	// Not made anew once the page was withdrawn.
	if (!(await caches.has(NAME))) return;
	const cache = await caches.open(NAME);
	for (const { url, integrity } of __LATER__)
		if (!(await cache.match(url))) await cache.add(new Request(url, { integrity }));
}

const copyIn = (cacheName: string, url: string) => caches.match(url, { cacheName });

/** Oldest first. Early builds left out the folder; their caches count if they hold this page. */
async function cacheNames() {
	const names = [];
	for (const name of await caches.keys())
		if (name.startsWith(PREFIX) || (/^live-page-\./.test(name) && (await copyIn(name, PAGE)))) names.push(name);
	return names;
}
const deleteCaches = (names: string[]) => Promise.all(names.map((name) => caches.delete(name)));

/** Keeps the caches of this build and the previous one, which pages may use. */
async function clean() {
	const others = (await cacheNames()).filter((name) => name !== NAME);
	await deleteCaches(others.slice(0, -1));
}

async function retire() {
	await deleteCaches(await cacheNames());
	await worker.registration.unregister();
}

/**
 * Follows the server: edited HTML replaces the copy, another build brings its worker, a missing page retires this one.
 */
async function refresh() {
	const html = await fetch(PAGE, { cache: 'no-cache' });
	if (await isOwnHtml(html)) return (await caches.open(NAME)).put(PAGE, html);
	if (html.status >= 500) return;
	if (!html.ok) return retire();
	// Not awaited, as the new worker waits for this one.
	worker.registration.update().catch(retire);
}

async function respond(request: Request, isPage: boolean): Promise<Response> {
	// A reload wants the server's copy.
	const reload = isPage && /^(no-cache|reload)$/.test(request.cache);
	const find = async () => {
		if (isPage) return copyIn(NAME, PAGE);
		const copies = (await cacheNames()).map((name) => copyIn(name, request.url));
		return (await Promise.all(copies)).find(Boolean);
	};
	const copy = await find().catch(() => undefined);
	if (copy) return reload ? fetch(request).catch(() => copy) : copy;
	const response = await fetch(request);
	if (!isPage && response.ok) {
		const kept = response.clone();
		// Not awaited, as the page runs it meanwhile. There may be no room, or no cache.
		caches
			.has(NAME)
			.then(async (exists) => exists && (await caches.open(NAME)).put(request.url, kept))
			.catch(() => {});
	}
	return response;
}

if (self.document) goOver(BUNDLE.replace('./', ''));
else if (__ENABLED__) {
	worker.addEventListener('install', (event) => event.waitUntil(install()));
	worker.addEventListener('activate', (event) => event.waitUntil(clean()));
	worker.addEventListener('message', (event) =>
		event.waitUntil((event.data === KEEP_SCRIPTS ? keepLater() : refresh()).catch(() => {})),
	);
	worker.addEventListener('fetch', (event) => {
		const { request } = event;
		const isPage = request.mode === 'navigate' && pageUrls.includes(request.url.replace(/[?#].*/, ''));
		if (isPage || SCRIPT.test(request.url)) event.respondWith(respond(request, isPage));
	});
} else {
	worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
	worker.addEventListener('activate', (event) => event.waitUntil(retire()));
	// HTML of an earlier build may have registered it again.
	worker.addEventListener('message', (event) => event.waitUntil(retire()));
}
