import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';
import { appUrl } from '../safe/app-url.ts';
import { blocksApps, type Environment } from '../visit/environment.ts';
import type { Bridge } from './bridge.ts';

/** Outcome of opening the app. */
export type Opening =
	/** Done through the bridge. */
	| 'native'
	/** The browser starts no apps. */
	| 'open-in-browser'
	/** The app failed or did not answer. */
	| 'refused'
	| 'launched'
	/** Not started; the download page loads. */
	| 'download'
	/** Not started, and no download page. */
	| 'unavailable';

/** Methods of the app (see README.md). */
export type AppMethod = 'follow' | 'login' | 'openNews';

/** Parameters of an {@link AppMethod}. */
export interface OpenTarget {
	liveId: string;
	organizationId: string;
	newsid?: string | undefined;
}

interface OpenAppOptions {
	environment: Environment;
	app: Config['app'];
	bridge: Pick<Bridge, 'call'>;
	/** By the user agent, or a bridge that is there. */
	isInside: () => boolean;
	navigate?: (url: string) => void;
}

/** Milliseconds. */
const LAUNCH_TIME = 2500;

/** Milliseconds; a timer later than that was frozen in the background: the app did start. */
const FROZEN_TIME = 1000;

/**
 * Creates the action that opens the app or, inside it, calls a method. Resolves with undefined if a click is pending.
 */
export function createOpenApp({
	environment,
	app,
	bridge,
	isInside,
	navigate = (url) => (location.href = url),
}: OpenAppOptions): (method: AppMethod, target: OpenTarget) => Promise<Opening | undefined> {
	const { os, app: browser } = environment;
	let running = false;

	async function open(method: AppMethod, target: OpenTarget): Promise<Opening> {
		if (isInside()) {
			return bridge.call(method, target).then(
				() => 'native',
				() => 'refused',
			);
		}
		// Spec §2 for WeChat.
		if (blocksApps(environment)) return 'open-in-browser';

		const scheme = appUrl(app.scheme);
		const link = safeUrl(app.universalLink);
		const download = safeUrl(app.downloadUrl);
		// Safari alerts for a missing scheme; QQ Browser ignores universal links.
		const url = (os === 'ios' && browser !== 'qqbrowser' && link) || scheme || link;
		const { liveId, newsid } = target;
		const query = `id=${encodeURIComponent(liveId)}${newsid ? `&newsid=${encodeURIComponent(newsid)}` : ''}`;
		if (url && (await launch(`${url}${url.includes('?') ? '&' : '?'}${query}`))) return 'launched';
		if (!download) return 'unavailable';
		navigate(download);
		return 'download';
	}

	/** Resolves with whether the page went to the background. */
	function launch(url: string): Promise<boolean> {
		return new Promise((resolve) => {
			const due = Date.now() + LAUNCH_TIME;
			const end = (launched: boolean) => {
				clearTimeout(timer);
				document.removeEventListener('visibilitychange', leave);
				removeEventListener('pagehide', leave);
				resolve(launched);
			};
			const leave = ({ type }: Event) => (document.hidden || type === 'pagehide') && end(true);
			const timer = setTimeout(() => end(Date.now() - due > FROZEN_TIME), LAUNCH_TIME);
			document.addEventListener('visibilitychange', leave);
			addEventListener('pagehide', leave);
			navigate(url);
		});
	}

	return async (method, target) => {
		if (running) return;
		running = true;
		const opening = await open(method, target);
		running = false;
		return opening;
	};
}
