/** A quality whose address follows from that of the best one. */
interface DerivedQuality {
	name: string;
	kbps: number;
	suffix?: string;
	pattern?: string;
	replacement?: string;
}

/** Default settings. */
export const defaults = {
	api: {
		/** URL before `/juvenile/api/…`, without a final slash; empty: the page's host. */
		base: '',
		/** Key of the default signature (`api/sign.ts`), readable by anyone. */
		signKey: '',
		/** For visitors without one (spec §7: "a fixed token"). */
		token: '',
		/** By path after `/juvenile/api/`; these replace any other. */
		tokens: {} as Record<string, string>,
		versionNo: '1.0.0',
		/** Codes of success; empty: 0 and 200, of writes only. */
		okCodes: [] as string[],
		/** By path after `/juvenile/api/`; default: the path. */
		methodCodes: {} as Record<string, string>,
		/** Fields missing in spec §3. */
		fields: {
			commentId: 'id',
			/** The sender's id, which marks a visitor's own. */
			commentUserId: 'userId',
			/** When it was sent: milliseconds, seconds or ISO text. */
			commentTime: 'createTime',
			/** Records of `name`, `kbps`, `url` and `audioOnly`. */
			qualities: 'qualities',
			/** The same of the replay. */
			playbackQualities: 'playbackQualities',
			/** Chapters of the replay: records of `t` and `text`. */
			chapters: 'chapters',
			/** URL of its captions, as WebVTT. */
			captions: 'captions',
			/** URL of the broadcast's latest picture, which the server overwrites. */
			snapshot: 'snapshot',
			/** URL of the first picture, in place of `rts.first`. */
			firstUrl: 'firstUrl',
		},
	},
	rts: {
		/** Try unlisted browsers (spec §5) with WebRTC and H.264. */
		tryUnlisted: true,
		/** Address of a live's stream, with `{id}`, requested beside the detail call; empty: none. */
		stream: '',
		/**
		 * FLV or live MP4 that shows a picture until the stream does, with `{id}` or `{stream}`, the last part of the stream's
		 * path or `stream` of its query; empty: none. Needs a new build.
		 */
		first: '',
		/** Whoever has the address may see the stream: the picture is shown before the detail call is answered. */
		public: false,
		/** URL before the path of `artc://` addresses to which offers are posted, with `$1` for the host; empty: the host. */
		signal: '',
		/** Regular expression of WHEP URLs, such as `/whep$`. */
		whep: '',
		/**
		 * Qualities of streams whose detail answer has none, best first; the first is the stream itself (`suffix: ""`).
		 * A suffix ends the path; `pattern` and `replacement` change the address where they match.
		 */
		qualities: [] as DerivedQuality[],
		/** Play HLS of the same stream if real-time playback is impossible or keeps failing: `https://….m3u8` of `artc://`. */
		hlsFallback: false,
		/** With it, of addresses that match this regular expression the replacement, as `/whep/(\w+)$` and `/hls/$1.m3u8`. */
		hlsPattern: '',
		hlsReplacement: '',
		/** Track endpoint of reports (spec §7). */
		logUrl: '',
		/** Stream hosts, such as `https://play.example.com`. */
		preconnect: [] as string[],
	},
	reports: {
		/** URL that the report of a visit is requested from (`docs/visits.md`). */
		url: '',
		/** None of visitors who ask not to be tracked. */
		doNotTrack: true,
		/** None of visitors who save data. */
		saveData: false,
	},
	replay: {
		/** As those of streams; a suffix goes before the file's extension. */
		qualities: [] as (DerivedQuality & { audioOnly?: boolean })[],
	},
	app: {
		name: '直播',
		slogan: '看直播，聊精彩',
		/** Visitors may close the promotion header. */
		promotionCloses: true,
		/** Scheme with path, such as `liveapp://live`; `?id=` is added. */
		scheme: '',
		/** Universal or Android app link, such as `https://open.example.com/live`. */
		universalLink: '',
		downloadUrl: '',
		/** Text in the user agent of the app's web view. */
		userAgentToken: '',
		/** Object or message handler of the app. */
		bridgeName: 'LiveApp',
	},
	/** With `{newsid}`; empty: the native app shows news. */
	newsUrl: '',
	/** URLs by text, below the introduction; plain text if empty. */
	links: {} as Record<string, string>,
	chat: {
		/** Characters of a message; 0: no limit. */
		maxLength: 500,
		/** Messages to send by a tap. */
		phrases: [] as string[],
	},
	/** May delete comments (spec §6), by user id. */
	moderators: [] as string[],
	share: {
		title: '正在直播',
		description: '点击观看直播与精彩回放',
		/** Empty: the page's image. */
		image: '',
	},
	/** Hosts whose images take Aliyun OSS resize parameters. */
	ossHosts: [] as string[],
	/** For repeat visits without network; false also removes one. */
	serviceWorker: true,
	/** Limits named in `player/core/policy.ts`; for trials and tests. */
	player: {} as Record<string, number>,
	/** Milliseconds between polls while the chat is shown; 0: never. */
	chatPollInterval: 10_000,
	/** Milliseconds between polls before the start, or for a missing replay (status 3); 0: never. */
	livePollInterval: 20_000,
	/** Milliseconds between requests during the broadcast, and then until there is a replay; 0: never. */
	liveRefreshInterval: 60_000,
};

/**
 * Settings of a deployment, as JSON in the HTML (`<script type="application/json" id="config">`), where operators may edit
 * them. An empty string or list turns a feature off. `known` is the build's: `rts.first` with the stream of `rts.stream`.
 */
export type Config = typeof defaults & { rts: { known?: string } };

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
