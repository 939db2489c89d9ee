import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';
import { appUrl } from '../safe/app-url.ts';
import type { Environment } from '../visit/environment.ts';
import type { Bridge } from './bridge.ts';

/**
 * What a press on an open-the-app button came to:
 * `native` the app did it through the bridge; `overlay` show the open-in-browser picture; `launched` the app came up;
 * `download` the download page is on its way; `unavailable` nothing is configured, or the app did not come up and there is no download page.
 */
export type Opening = 'native' | 'overlay' | 'launched' | 'download' | 'unavailable';

export interface OpenAppOptions {
	environment: Environment;
	app: Config['app'];
	bridge: Bridge;
	/** Whether the user agent says that this is the provider's app. */
	insideApp: boolean;
	navigate?: (address: string) => void;
}

/** Milliseconds for the app to come up and hide the page. */
const LAUNCH_TIME = 2500;

/** A timer this much later than due has been frozen, so the app did come up. */
const FROZEN_TIME = 1000;

/** Makes the action of the follow and open-the-app buttons. It answers `undefined` to a press while another is running. */
export function createOpenApp({
	environment: { os, app: browser, phone },
	app,
	bridge,
	insideApp,
	navigate = (address) => (location.href = address),
}: OpenAppOptions): (target: { liveId: string; organizationId: string }) => Promise<Opening | undefined> {
	let running = false;

	async function open(liveId: string, organizationId: string): Promise<Opening> {
		if (insideApp || bridge.available()) {
			return bridge.call('follow', { organizationId, liveId }).then(
				() => 'native',
				() => 'unavailable',
			);
		}
		// These refuse to start other apps (spec §2 for WeChat).
		if (phone && /^(wechat|wxwork|qq$|dingtalk)/.test(browser)) return 'overlay';

		const scheme = appUrl(app.scheme);
		const link = safeUrl(app.universalLink);
		const download = safeUrl(app.downloadUrl);
		// Safari alerts at the scheme of an app that is not there; QQ Browser does not follow universal links.
		const address = (os == 'ios' && browser != 'qqbrowser' && link) || scheme || link;
		if (address && (await launch(address + (/\?/.test(address) ? '&' : '?') + 'id=' + encodeURIComponent(liveId)))) {
			return 'launched';
		}
		if (!download) return 'unavailable';
		navigate(download);
		return 'download';
	}

	/** Goes there and tells whether the page was left. */
	function launch(address: string): Promise<boolean> {
		return new Promise((resolve) => {
			const due = Date.now() + LAUNCH_TIME;
			const end = (launched: boolean) => {
				clearTimeout(timer);
				document.removeEventListener('visibilitychange', leave);
				removeEventListener('pagehide', leave);
				resolve(launched);
			};
			const leave = ({ type }: Event) => (document.hidden || type == 'pagehide') && end(true);
			const timer = setTimeout(() => end(Date.now() - due > FROZEN_TIME), LAUNCH_TIME);
			document.addEventListener('visibilitychange', leave);
			addEventListener('pagehide', leave);
			navigate(address);
		});
	}

	return async ({ liveId, organizationId }) => {
		if (running) return;
		running = true;
		const opening = await open(liveId, organizationId);
		running = false;
		return opening;
	};
}
