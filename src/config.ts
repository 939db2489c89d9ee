/**
 * Settings of a deployment: defaults with the file of `build.mjs --config` merged over them, in the HTML as JSON
 * (`<script type="application/json" id="config">`), where an operator may edit them. An empty string or list turns a
 * feature off.
 */
export interface Config {
	/** Calls (spec §7). */
	api: {
		/** URL before `/juvenile/api/…`, without a final slash; empty: the page's host. */
		base: string;
		/** Key of the default HMAC-SHA-256 signature (`api/sign.ts`). Anyone who opens the page can read it. */
		signKey: string;
		/** Token sent when the visitor has none (spec §7: "a fixed token"). */
		token: string;
		/** Fixed tokens by path after `/juvenile/api/`, replacing any other. */
		tokens: Record<string, string>;
		versionNo: string;
		/** `methodCode` by path after `/juvenile/api/`; by default the path. */
		methodCodes: Record<string, string>;
		/** Names of fields missing from spec §3. */
		fields: {
			/** Id of a comment, for its deletion. */
			commentId: string;
			/** Qualities of a live: records of `name`, `kbps` and `url`. */
			qualities: string;
		};
	};
	/** The real-time streaming client. */
	rts: {
		/** Try unlisted browsers (spec §5) that have WebRTC and offer H.264. */
		tryUnlisted: boolean;
		/** Regular expression of media URLs of WHEP servers, such as `/whep$`. */
		whep: string;
		/**
		 * Qualities of every stream unless the detail answer lists them, best first, starting with the stream itself
		 * (`suffix: ""`). A suffix is added to the path; `pattern` and `replacement` change the address, and streams
		 * that do not match lack the quality.
		 */
		qualities: { name: string; kbps: number; suffix?: string; pattern?: string; replacement?: string }[];
		/** Derive an HLS URL, `https://….m3u8`, from an `artc://` address when real-time playback cannot work. */
		hlsFallback: boolean;
		/** Track endpoint of usage reports (spec §7). */
		logUrl: string;
		/** Stream hosts to connect to early, such as `https://play.example.com`. */
		preconnect: string[];
	};
	/** The provider's native app. */
	app: {
		name: string;
		/** Line under the name in the promotion header. */
		slogan: string;
		/** URL scheme with path, such as `liveapp://live`; `?id=` with the live's id is added. */
		scheme: string;
		/** Universal link or Android app link, such as `https://open.example.com/live`. */
		universalLink: string;
		/** Download page. */
		downloadUrl: string;
		/** Text in the user agent of the app's web view. */
		userAgentToken: string;
		/** Object or message handler injected by the app. */
		bridgeName: string;
	};
	/** URL of a news item, with `{newsid}` for its id; empty: the native app shows it, if any. */
	newsUrl: string;
	/**
	 * URLs of links below the introduction by their texts, such as an ICP number or the privacy policy; plain text if
	 * the URL is empty.
	 */
	links: Record<string, string>;
	/** User ids that may delete comments (spec §6). */
	moderators: string[];
	/** Share card of a live that lacks these fields. */
	share: {
		title: string;
		description: string;
		/** Empty: the image shipped with the page. */
		image: string;
	};
	/** Hosts whose images take Aliyun OSS resize parameters. */
	ossHosts: string[];
	/** Keep HTML and scripts in a service worker, for repeat visits without network. False also removes one. */
	serviceWorker: boolean;
	/** Limits that override `player/policy.ts`, by name; for trials and tests. */
	player: Record<string, number>;
	/** Milliseconds between polls for comments while the chat is shown; 0: never. */
	chatPollInterval: number;
	/** Milliseconds between polls for the start of a broadcast; 0: never. */
	livePollInterval: number;
	/** Milliseconds between requests for the live (viewers, title, status) during and just after it; 0: never. */
	liveRefreshInterval: number;
}

/** Default settings. */
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
