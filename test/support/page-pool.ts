import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { recordToasts } from './toast.ts';

/** Pages kept for another visit. More would hold memory and renderer processes for nothing. */
const IDLE_PAGES = 2;

/** Methods with lasting effects on a page, its clock or its context, which is then closed. */
const LASTING = {
	page: ['close', 'routeWebSocket', 'setExtraHTTPHeaders', 'pause'],
	clock: ['install', 'setFixedTime', 'setSystemTime'],
	context: [
		'close',
		'routeWebSocket',
		'setExtraHTTPHeaders',
		'setGeolocation',
		'setHTTPCredentials',
		'setStorageState',
		'grantPermissions',
		'setOffline',
	],
};

/** Methods undone through the `Disposable` they return. */
const DISPOSABLE = ['addInitScript', 'exposeFunction', 'exposeBinding', 'route'];

/** Methods undone by `off`. */
const LISTENING = ['on', 'once', 'addListener'];

/** A page of the pool. */
export interface PooledPage {
	page: Page;
	/** Navigates as a first visit does: storage, cache and history are empty. */
	goto(url: string): Promise<void>;
	/** Stops the page and keeps it for another visit, or closes it. */
	release(): Promise<void>;
}

/** What a page has of its options however often it is used: all but its size and the media it emulates. */
const keyOf = ({ viewport, reducedMotion, colorScheme, forcedColors, ...lasting }: BrowserContextOptions) =>
	JSON.stringify(lasting);

/** Gives a page the size and media of its options. */
async function applyOptions(page: Page, options: BrowserContextOptions): Promise<void> {
	const { viewport, reducedMotion = 'no-preference', colorScheme = 'light', forcedColors = 'none' } = options;
	await Promise.all([
		page.setViewportSize(viewport!),
		page.emulateMedia({ reducedMotion, colorScheme, forcedColors, media: null, contrast: 'no-preference' }),
	]);
}

/** Pages of one browser that are used again: a navigation costs a fifth of the processor time of a new context. */
export interface PagePool {
	/** A page in a context with these options. */
	take(options: BrowserContextOptions): Promise<PooledPage>;
	/** Releases every page that is in use. */
	releaseAll(): Promise<void>;
}

/** Not `load`: what a test holds back may have been requested before it, and so delay it for ever. */
const UNTIL_PARSED = { waitUntil: 'domcontentloaded' } as const;

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Records what a test does to a page and its context, so that it can be undone. */
function recordChanges(page: Page) {
	const context = page.context();
	const listeners: (() => unknown)[] = [];
	const disposables: (() => unknown)[] = [];
	const changes = { lasting: false, listeners, disposables };
	const wrap = (target: object, names: string[], after: (result: unknown, args: unknown[]) => unknown) => {
		const methods = target as Record<string, Method>;
		for (const name of names) {
			const method = methods[name]!;
			methods[name] = function (...args) {
				return after(method.apply(this, args), args);
			};
		}
	};
	const last = (result: unknown) => {
		changes.lasting = true;
		return result;
	};
	wrap(page, LASTING.page, last);
	wrap(page.clock, LASTING.clock, last);
	wrap(context, LASTING.context, last);
	for (const target of [page, context]) {
		wrap(target, DISPOSABLE, async (promise) => {
			const disposable = (await promise) as { dispose(): Promise<void> };
			disposables.push(() => disposable.dispose());
			return disposable;
		});
		wrap(target, LISTENING, (result, [event, listener]) => {
			listeners.push(() => (target as Page).off(event as 'request', listener as () => void));
			return result;
		});
	}
	wrap(context, ['newCDPSession'], async (promise) => {
		const session = (await promise) as CDPSession;
		// Fingers and keys leave nothing behind, other commands may.
		wrap(session, ['send'], (result, [command]) => (/^Input\./.test(command as string) ? result : last(result)));
		// It may have been detached already.
		disposables.push(() => session.detach().catch(() => {}));
		return session;
	});
	return changes;
}

/** Opens the pool of a browser. */
export function openPagePool(browser: Browser): PagePool {
	const idle: { key: string; entry: Entry }[] = [];
	const used = new Set<PooledPage>();

	interface Entry {
		page: Page;
		devtools: CDPSession;
		changes: ReturnType<typeof recordChanges>;
		fresh: boolean;
	}

	async function open(options: BrowserContextOptions): Promise<Entry> {
		const context = await browser.newContext(options);
		const page = await context.newPage();
		await recordToasts(page);
		const devtools = await context.newCDPSession(page);
		return { page, devtools, changes: recordChanges(page), fresh: true };
	}

	/** Undoes what the last visit left; false when that is not possible. */
	async function restore({ page, devtools, changes }: Entry): Promise<boolean> {
		if (page.isClosed() || changes.lasting) return false;
		try {
			for (const remove of changes.listeners.splice(0)) remove();
			await page.goto('about:blank');
			const context = page.context();
			for (const dispose of changes.disposables.splice(0)) await dispose();
			for (const other of context.pages()) if (other !== page) await other.close();
			await context.clearCookies();
			await devtools.send('Network.clearBrowserCache');
			return true;
		} catch {
			return false;
		}
	}

	return {
		async take(options) {
			const key = keyOf(options);
			const index = idle.findIndex((one) => one.key === key);
			const entry = index < 0 ? await open(options) : idle.splice(index, 1)[0]!.entry;
			const { page } = entry;
			if (!entry.fresh) await applyOptions(page, options);
			const pooled: PooledPage = {
				page,
				async goto(url) {
					if (entry.fresh) return void (await page.goto(url, UNTIL_PARSED));
					// Storage belongs to documents of the page's origin, so only one of them can clear it.
					const clearing = await page.addInitScript(() => {
						if (self !== top) return;
						localStorage.clear();
						sessionStorage.clear();
					});
					await page.goto(url, UNTIL_PARSED);
					await clearing.dispose();
					await entry.devtools.send('Page.resetNavigationHistory');
				},
				async release() {
					if (!used.delete(pooled)) return;
					// A service worker would answer the next visit.
					if (options.serviceWorkers === 'allow') return page.context().close();
					if (idle.length >= IDLE_PAGES) await idle.shift()!.entry.page.context().close();
					if (await restore(entry)) idle.push({ key, entry: { ...entry, fresh: false } });
					else await page.context().close();
				},
			};
			used.add(pooled);
			return pooled;
		},
		async releaseAll() {
			await Promise.all([...used].map((page) => page.release()));
		},
	};
}
