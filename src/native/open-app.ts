import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';
import { appUrl } from '../safe/app-url.ts';
import type { Environment } from '../visit/environment.ts';
import type { Bridge } from './bridge.ts';

/** Outcome of opening the app. */
export type Opening =
	/** The app acted through the bridge. */
	| 'native'
	/** The browser refuses to start apps; show the open-in-browser image. */
	| 'open-in-browser'
	/** The app answered with a failure or not at all. */
	| 'refused'
	/** The app came to the foreground. */
	| 'launched'
	/** The app did not start; the download page is loading. */
	| 'download'
	/** The app did not start and there is no download page. */
	| 'unavailable';

/** Bridge methods of the app (`README.md` beside this file). */
export type AppMethod = 'follow' | 'login' | 'openNews';

/** Parameters of an {@link AppMethod}. */
export interface OpenTarget {
	liveId: string;
	organizationId: string;
	newsid?: string | undefined;
}

export interface OpenAppOptions {
	environment: Environment;
	app: Config['app'];
	bridge: Bridge;
	/** Whether the user agent names the provider's app. */
	insideApp: boolean;
	navigate?: (url: string) => void;
}

/** Milliseconds the app may take to hide the page. */
const LAUNCH_TIME = 2500;

/** Milliseconds of timer delay that show the page was in the background, so the app did start. */
const FROZEN_TIME = 1000;

/**
 * Creates the action of buttons that open the app; inside the app it calls a bridge method. Resolves with `undefined`
 * while an earlier click is pending.
 */
export function createOpenApp({
	environment: { os, app: browser, phone },
	app,
	bridge,
	insideApp,
	navigate = (url) => (location.href = url),
}: OpenAppOptions): (method: AppMethod, target: OpenTarget) => Promise<Opening | undefined> {
	let running = false;

	async function open(method: AppMethod, target: OpenTarget): Promise<Opening> {
		if (insideApp || bridge.available()) {
			return bridge.call(method, target).then(
				() => 'native',
				() => 'refused',
			);
		}
		// These browsers start no other apps (spec §2 for WeChat).
		if (phone && /^(wechat|wxwork|qq$|dingtalk)/.test(browser)) return 'open-in-browser';

		const scheme = appUrl(app.scheme);
		const link = safeUrl(app.universalLink);
		const download = safeUrl(app.downloadUrl);
		// Safari shows an alert for the scheme of a missing app; QQ Browser ignores universal links.
		const url = (os === 'ios' && browser !== 'qqbrowser' && link) || scheme || link;
		const { liveId, newsid } = target;
		const query = `id=${encodeURIComponent(liveId)}${newsid ? `&newsid=${encodeURIComponent(newsid)}` : ''}`;
		if (url && (await launch(`${url}${url.includes('?') ? '&' : '?'}${query}`))) return 'launched';
		if (!download) return 'unavailable';
		navigate(download);
		return 'download';
	}

	/** Opens a URL; resolves with whether the page went to the background. */
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
