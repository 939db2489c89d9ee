import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { buildSync } from 'esbuild';
import type { BuiltScript } from '../../src/network/load-script.ts';
import { root } from './root.ts';

export const ORIGIN = 'https://live.example.com';
/** The scripts of the worker's build, the bundle first. */
export const SCRIPTS: BuiltScript[] = ['app', 'rich-text'].map((name) => ({
	url: `${ORIGIN}/${name}.00000001.js`,
	integrity: '',
}));
/** What its HTML may ask for later. */
export const LATER: BuiltScript[] = ['more', 'replay'].map((name) => ({
	url: `${ORIGIN}/${name}.00000001.js`,
	integrity: '',
}));
/** The HTML of the worker's build. */
export const HTML = `<script src="${SCRIPTS[0]!.url}"></script>`;
/** Name of the cache of the worker's build. */
export const CACHE = `live-page-${ORIGIN}/ ${SCRIPTS[0]!.url}`;

const urlOf = (request: RequestInfo | URL) =>
	new URL(request instanceof Request ? request.url : `${request}`, `${ORIGIN}/`).href;

/** The worker's script, as the build makes it. */
const workerScript = (enabled: boolean) =>
	buildSync({
		entryPoints: [join(root, 'src/entry/service-worker.ts')],
		bundle: true,
		write: false,
		define: { __SCRIPTS__: JSON.stringify(SCRIPTS), __LATER__: JSON.stringify(LATER), __ENABLED__: `${enabled}` },
	}).outputFiles[0]!.text;

/** Runs the worker in a scope of its own. */
export function startWorker(enabled: boolean) {
	const listeners: Record<string, (event: object) => void> = {};
	const stored = new Map<string, Map<string, Response>>();
	const scope = {
		/** Calls of the worker's scope and registration. */
		calls: [] as string[],
		/** Fetches of the worker itself: URL and cache mode. */
		fetches: [] as string[],
		/** The server's answer; rejects when offline. */
		answer: async (_url: string): Promise<Response> => new Response(HTML),
		update: async () => {},
		events: () => Object.keys(listeners),
		cacheNames: () => [...stored.keys()],
		addCache: (name: string, files: Record<string, string> = {}) =>
			stored.set(name, new Map(Object.entries(files).map(([url, body]) => [urlOf(url), new Response(body)]))),
		/** Text that a cache has for a URL. */
		text: (name: string, url: string) => stored.get(name)?.get(urlOf(url))?.clone().text(),
		reset() {
			stored.clear();
			scope.calls = [];
			scope.fetches = [];
			scope.answer = async () => new Response(HTML);
			scope.update = async () => {};
		},
		/** Dispatches an event and waits for its work; resolves with the text it is answered with, if it is. */
		async dispatch(type: string, request?: { url: string; mode?: string; cache?: string }, data?: string) {
			let work: Promise<unknown> | undefined;
			let response: Promise<Response> | undefined;
			listeners[type]!({
				data,
				request: { mode: 'no-cors', cache: 'default', ...request },
				waitUntil: (promise: Promise<unknown>) => (work = promise),
				respondWith: (promise: Promise<Response>) => (response = promise),
			});
			await work;
			return response && (await response).text();
		},
	};
	const open = async (name: string) => {
		const files = stored.get(name) ?? scope.addCache(name).get(name)!;
		const put = async (request: RequestInfo, response: Response) => void files.set(urlOf(request), response);
		return {
			put,
			match: async (request: RequestInfo) => files.get(urlOf(request)),
			add: async (request: Request) => put(request, await scope.answer(request.url)),
			addAll: (requests: Request[]) =>
				Promise.all(requests.map(async (request) => put(request, await scope.answer(request.url)))),
		};
	};
	const globals = {
		...{ Error, Request, Response, URL },
		location: { href: `${ORIGIN}/service-worker.js` },
		fetch(request: RequestInfo, { cache }: RequestInit = {}) {
			scope.fetches.push(`${urlOf(request)} ${cache}`);
			return scope.answer(urlOf(request));
		},
		caches: {
			open,
			has: async (name: string) => stored.has(name),
			keys: async () => scope.cacheNames(),
			delete: async (name: string) => stored.delete(name),
			match: async (request: RequestInfo, { cacheName }: MultiCacheQueryOptions) =>
				stored.get(cacheName!)?.get(urlOf(request))?.clone(),
		},
		self: {
			registration: {
				update: () => (scope.calls.push('update'), scope.update()),
				unregister: async () => void scope.calls.push('unregister'),
			},
			skipWaiting: async () => void scope.calls.push('skipWaiting'),
			addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
		},
	};
	runInContext(workerScript(enabled), createContext(globals));
	return scope;
}
