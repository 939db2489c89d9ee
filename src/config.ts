/** A quality whose address follows from that of the best one. */
interface DerivedQuality {
	name: string;
	kbps: number;
	suffix?: string;
	pattern?: string;
	replacement?: string;
}

/**
 * Settings of a deployment, as JSON in the HTML (`<script type="application/json" id="config">`), where operators may
 * edit them. An empty string or list turns a feature off.
 */
export interface Config {
	api: {
		/** URL before `/juvenile/api/…`, without a final slash; empty: the page's host. */
		base: string;
		/** Key of the default signature (`api/sign.ts`), readable by anyone. */
		signKey: string;
		/** For visitors without one (spec §7: "a fixed token"). */
		token: string;
		/** By path after `/juvenile/api/`; these replace any other. */
		tokens: Record<string, string>;
		versionNo: string;
		/** Codes of success; empty: 0 and 200, of writes only. */
		okCodes: string[];
		/** By path after `/juvenile/api/`; default: the path. */
		methodCodes: Record<string, string>;
		/** Fields missing in spec §3. */
		fields: {
			commentId: string;
			/** The sender's id, which marks a visitor's own. */
			commentUserId: string;
			/** When it was sent: milliseconds, seconds or ISO text. */
			commentTime: string;
			/** Records of `name`, `kbps`, `url` and `audioOnly`. */
			qualities: string;
			/** The same of the replay. */
			playbackQualities: string;
			/** Chapters of the replay: records of `t` and `text`. */
			chapters: string;
			/** URL of its captions, as WebVTT. */
			captions: string;
			/** URL of the broadcast's latest picture, which the server overwrites. */
			snapshot: string;
			/** URL of the first picture, in place of `rts.first`. */
			firstUrl: string;
		};
	};
	rts: {
		/** Try unlisted browsers (spec §5) with WebRTC and H.264. */
		tryUnlisted: boolean;
		/** Address of a live's stream, with `{id}`, requested beside the detail call; empty: none. */
		stream: string;
		/**
		 * FLV or live MP4 that shows a picture until the stream does, with `{id}` or `{stream}`, the last part of the stream's
		 * path or `stream` of its query; empty: none. Needs a new build.
		 */
		first: string;
		/** By the build: `first` with the stream of `stream`. */
		known?: string;
		/** Whoever has the address may see the stream: the picture is shown before the detail call is answered. */
		public: boolean;
		/** URL before the path of `artc://` addresses to which offers are posted, with `$1` for the host; empty: the host. */
		signal: string;
		/** Regular expression of WHEP URLs, such as `/whep$`. */
		whep: string;
		/**
		 * Qualities of streams whose detail answer has none, best first; the first is the stream itself (`suffix: ""`).
		 * A suffix ends the path; `pattern` and `replacement` change the address where they match.
		 */
		qualities: DerivedQuality[];
		/** Play HLS of the same stream if real-time playback is impossible or keeps failing: `https://….m3u8` of `artc://`. */
		hlsFallback: boolean;
		/** With it, of addresses that match this regular expression the replacement, as `/whep/(\w+)$` and `/hls/$1.m3u8`. */
		hlsPattern: string;
		hlsReplacement: string;
		/** Track endpoint of reports (spec §7). */
		logUrl: string;
		/** Stream hosts, such as `https://play.example.com`. */
		preconnect: string[];
	};
	reports: {
		/** URL that the report of a visit is requested from (`docs/visits.md`). */
		url: string;
		/** None of visitors who ask not to be tracked. */
		doNotTrack: boolean;
		/** None of visitors who save data. */
		saveData: boolean;
	};
	replay: {
		/** As those of streams; a suffix goes before the file's extension. */
		qualities: (DerivedQuality & { audioOnly?: boolean })[];
	};
	app: {
		name: string;
		slogan: string;
		/** Visitors may close the promotion header. */
		promotionCloses: boolean;
		/** Scheme with path, such as `liveapp://live`; `?id=` is added. */
		scheme: string;
		/** Universal or Android app link, such as `https://open.example.com/live`. */
		universalLink: string;
		downloadUrl: string;
		/** Text in the user agent of the app's web view. */
		userAgentToken: string;
		/** Object or message handler of the app. */
		bridgeName: string;
	};
	/** With `{newsid}`; empty: the native app shows news. */
	newsUrl: string;
	/** URLs by text, below the introduction; plain text if empty. */
	links: Record<string, string>;
	chat: {
		/** Characters of a message; 0: no limit. */
		maxLength: number;
		/** Messages to send by a tap. */
		phrases: string[];
	};
	/** May delete comments (spec §6), by user id. */
	moderators: string[];
	share: {
		title: string;
		description: string;
		/** Empty: the page's image. */
		image: string;
	};
	/** Hosts whose images take Aliyun OSS resize parameters. */
	ossHosts: string[];
	/** For repeat visits without network; false also removes one. */
	serviceWorker: boolean;
	/** Limits named in `player/core/policy.ts`; for trials and tests. */
	player: Record<string, number>;
	/** Milliseconds between polls while the chat is shown; 0: never. */
	chatPollInterval: number;
	/** Milliseconds between polls before the start, or for a missing replay (status 3); 0: never. */
	livePollInterval: number;
	/** Milliseconds between requests during the broadcast, and then until there is a replay; 0: never. */
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
		okCodes: [],
		methodCodes: {},
		fields: {
			commentId: 'id',
			commentUserId: 'userId',
			commentTime: 'createTime',
			qualities: 'qualities',
			playbackQualities: 'playbackQualities',
			chapters: 'chapters',
			captions: 'captions',
			snapshot: 'snapshot',
			firstUrl: 'firstUrl',
		},
	},
	rts: {
		tryUnlisted: true,
		stream: '',
		first: '',
		public: false,
		signal: '',
		whep: '',
		qualities: [],
		hlsFallback: false,
		hlsPattern: '',
		hlsReplacement: '',
		logUrl: '',
		preconnect: [],
	},
	reports: { url: '', doNotTrack: true, saveData: false },
	replay: { qualities: [] },
	app: {
		name: '直播',
		slogan: '看直播，聊精彩',
		promotionCloses: true,
		scheme: '',
		universalLink: '',
		downloadUrl: '',
		userAgentToken: '',
		bridgeName: 'LiveApp',
	},
	newsUrl: '',
	links: {},
	chat: { maxLength: 500, phrases: [] },
	moderators: [],
	share: { title: '正在直播', description: '点击观看直播与精彩回放', image: '' },
	ossHosts: [],
	serviceWorker: true,
	player: {},
	chatPollInterval: 10_000,
	livePollInterval: 20_000,
	liveRefreshInterval: 60_000,
};

const isGroup = (value: unknown): value is object => Object(value) === value && !Array.isArray(value);

/** Milliseconds. Timers beyond 25 days, or negative ones, run at once. */
const MAX_NUMBER = 86_400_000;

/** Clamps the numbers of a configuration of the HTML (`build/config-in-html.mjs`), and adds the defaults, in place. */
export function completeConfig(config: object, standard: object = defaults): void {
	for (const [name, value] of Object.entries(config))
		if (typeof value === 'number') Object.assign(config, { [name]: Math.max(0, Math.min(MAX_NUMBER, value)) });
	for (const [name, usual] of Object.entries(standard)) {
		const value = (config as Record<string, unknown>)[name];
		if (value === undefined) Object.assign(config, { [name]: usual });
		else if (isGroup(usual) && isGroup(value)) completeConfig(value, usual);
	}
}
