/**
 * Everything a deployment sets. It reaches the page as one JSON block in the HTML
 * (`<script type="application/json" id="config">`), so an operator may edit it on the CDN;
 * `build.mjs --config file.json` merges a file over these defaults at build time.
 * An empty string or list turns the feature off.
 */
export interface Config {
	/** The calls of spec §7. */
	api: {
		/** URL before `/juvenile/api/…`; empty: the page's own host. No slash at the end. */
		base: string;
		/** Key of the default HMAC-SHA-256 signature (`api/sign.ts`). It is readable by anyone who opens the page. */
		signKey: string;
		/** Token put in the packet when the visitor has none (spec §7: "a fixed token"). */
		token: string;
		/** Fixed tokens of single calls, by the path after `/juvenile/api/`; such a call carries no other one. */
		tokens: Record<string, string>;
		/** `versionNo` of every packet. */
		versionNo: string;
		/** `methodCode` by the path after `/juvenile/api/`; a path not named here is its own code. */
		methodCodes: Record<string, string>;
		/** Names of fields that spec §3 does not list. */
		fields: {
			/** The id of a comment, which deletion needs. */
			commentId: string;
			/** The qualities of a live: records of `name`, `kbps` and `url`. */
			qualities: string;
		};
	};
	/** The real-time streaming client. */
	rts: {
		/** Try a browser that is not in the support table (spec §5) when it has WebRTC and offers H.264. */
		tryUnlisted: boolean;
		/** Regular expression of the media URLs that are those of a WHEP server, such as `/whep$`; empty: none. */
		whep: string;
		/**
		 * Other qualities of every stream, best first; the first is the stream itself, with `suffix: ""`. A suffix goes to the end
		 * of the path; `pattern` and `replacement` change the whole address, and leave a stream that does not match without it.
		 * The detail answer's own list wins.
		 */
		qualities: { name: string; kbps: number; suffix?: string; pattern?: string; replacement?: string }[];
		/** Derive an HLS URL, `https://….m3u8`, from an `artc://` stream address when real-time playback cannot work. */
		hlsFallback: boolean;
		/** URL of the usage-report track endpoint (spec §7); empty: no reports. */
		logUrl: string;
		/** Stream hosts, such as `https://play.example.com`, to connect to while the HTML is still arriving. */
		preconnect: string[];
	};
	/** The provider's native app. */
	app: {
		/** Name shown on the page. */
		name: string;
		/** One line under the name in the promotion header. */
		slogan: string;
		/** URL scheme with path, such as `liveapp://live`; the live id is added as `?id=`. */
		scheme: string;
		/** Universal link or Android app link, such as `https://open.example.com/live`. */
		universalLink: string;
		/** Where to get the app. */
		downloadUrl: string;
		/** Text in the user agent of the app's own web view. */
		userAgentToken: string;
		/** Name of the object or message handler that the app injects. */
		bridgeName: string;
	};
	/** URL of a news item, with `{newsid}` where its id goes; empty: the native app shows it, where there is one. */
	newsUrl: string;
	/** Links below the introduction by their texts, such as an ICP number, the privacy policy, a way to report; a text alone where the URL is empty. */
	links: Record<string, string>;
	/** User ids that may delete comments (spec §6). */
	moderators: string[];
	/** What the share card shows where the live has nothing. */
	share: {
		title: string;
		description: string;
		/** URL of the share image; empty: the image shipped with the page. */
		image: string;
	};
	/** Hosts whose images take Aliyun OSS resize parameters, such as `cdn.example.com`. */
	ossHosts: string[];
	/** A service worker keeps HTML and scripts, so that a second visit needs no network to paint. False also removes one. */
	serviceWorker: boolean;
	/** Limits of the player that differ from the defaults, by their names in `player/policy.ts`. For trials and tests. */
	player: Record<string, number>;
	/** Milliseconds between polls for new comments while the chat is shown; 0: never. */
	chatPollInterval: number;
	/** Milliseconds between polls for the start of a broadcast that has not begun; 0: never. */
	livePollInterval: number;
	/** Milliseconds between requests for the live while it is on or has just ended: viewer count, title, status; 0: never. */
	liveRefreshInterval: number;
}

/** The defaults, on which `build.mjs --config` builds. */
export const defaults: Config = {
	api: {
		base: '',
		signKey: '',
		token: '',
		tokens: {},
		versionNo: '1.0.0',
		methodCodes: {},
		fields: { commentId: 'id', qualities: 'qualities' },
	},
	rts: { tryUnlisted: true, whep: '', qualities: [], hlsFallback: false, logUrl: '', preconnect: [] },
	app: {
		name: '直播',
		slogan: '看直播，聊精彩',
		scheme: '',
		universalLink: '',
		downloadUrl: '',
		userAgentToken: '',
		bridgeName: 'LiveApp',
	},
	newsUrl: '',
	links: {},
	moderators: [],
	share: { title: '正在直播', description: '点击观看直播与精彩回放', image: '' },
	ossHosts: [],
	serviceWorker: true,
	player: {},
	chatPollInterval: 10_000,
	livePollInterval: 20_000,
	liveRefreshInterval: 60_000,
};
