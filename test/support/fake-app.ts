import type { Api } from '../../src/api/api.ts';
import type { Comment } from '../../src/api/comments.ts';
import { completeLive, type Live } from '../../src/api/complete-live.ts';
import type { NewsItem } from '../../src/api/news.ts';
import { defaults } from '../../src/config.ts';
import type { Player } from '../../src/player/core/create-player.ts';
import { POLICY } from './policy.ts';
import { readLive } from './read-live.ts';
import { INITIAL_STATE, type PlayerState } from '../../src/player/core/state.ts';
import { createApp } from '../../src/models/create-app.ts';
import type { AppPlayer, AppServices } from '../../src/models/app-services.ts';
import type { Attempts, Sanitize } from '../../src/models/follow-description.ts';
import { chatRules } from '../../src/models/chat-rules.ts';
import type { StageScript, More, ReplayScript } from '../../src/models/load-scripts.ts';

/** A live with everything empty but what a test sets. */
export const live = (fields: Partial<Live> = {}): Live => ({
	...readLive({ id: '1', organizationId: '3001', oss: 'live/1.mp4' }),
	...fields,
});

/** A promise that a test settles. */
export function pending<T>() {
	let resolve!: (value: T) => void;
	let reject!: (error: unknown) => void;
	const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
	return { promise, resolve, reject };
}

/** A script whose attempts a test settles: `requests` lists the repeats each one may make. */
function fakeScript<T>() {
	const requests: (Attempts & { resolve: (value: T) => void; reject: (error: unknown) => void })[] = [];
	const load = (attempts: Attempts = { retry: Infinity }) => {
		const { promise, ...settle } = pending<T>();
		requests.push({ ...attempts, ...settle });
		return promise;
	};
	return { requests, load };
}

/** The app with the real models, and fakes for calls, player, scripts and browser; `log` lists what was called, in order. */
export function createFakeApp(
	options: Partial<AppServices> & { token?: string; userId?: string; id?: string; comments?: Comment[] } = {},
) {
	const { token = '', userId = '', id = '1', comments = [], ...services } = options;
	const log: unknown[][] = [];
	const logged =
		<T>(name: string, act: () => T) =>
		(...values: unknown[]) => (log.push([name, ...values]), act());
	const called = <T>(name: string, result: T) => logged(name, () => result);
	const lists = { comments: async () => comments, news: async (): Promise<NewsItem[]> => [] };
	const fetchedLive = { next: (): Promise<Live> => Promise.resolve(live()) };
	const api: Api = {
		fetchLive: logged('fetchLive', () => fetchedLive.next()),
		readLive: (answer) => answer.then(completeLive),
		fetchComments: logged('fetchComments', () => lists.comments()),
		fetchNews: logged('fetchNews', () => lists.news()),
		fetchChatTotal: called('fetchChatTotal', Promise.resolve(7)),
		saveChat: called('saveChat', Promise.resolve()),
		deleteComment: called('deleteComment', Promise.resolve()),
		call: called('call', new Promise<never>(() => {})),
	};
	const stageScript = fakeScript<StageScript>();
	const moreScript = fakeScript<More>();
	const replayScript = fakeScript<ReplayScript>();
	const richText = fakeScript<Sanitize>();
	const first = pending<Live>();
	const firstFrame = pending<void>();
	const player: AppPlayer & Pick<Player, 'refresh'> & { state: PlayerState } = {
		state: INITIAL_STATE,
		policy: { ...POLICY },
		listeners: new Set(),
		video: {} as HTMLVideoElement,
		refresh: () => Promise.reject(new Error('not set')),
		show(source, supportError) {
			player.state = { ...player.state, source };
			log.push(['show', source.status, supportError]);
		},
		dispatch: called('dispatch', undefined),
		qualitiesOf: () => [],
		retry: called('retry', undefined),
		unmute: called('unmute', undefined),
	};
	const app = createApp({
		api,
		visit: { id, userId, token },
		config: { ...defaults, moderators: ['7001'], app: { ...defaults.app, name: '校园' } },
		promoted: false,
		saveData: false,
		imageUrl: (url) => url,
		firstLive: first.promise,
		player,
		firstFrame: firstFrame.promise,
		ahead: firstFrame.promise,
		metered: false,
		loadStage: stageScript.load,
		loadMore: moreScript.load,
		loadReplay: replayScript.load,
		usesWhep: () => false,
		hasShareCard: false,
		hasPicture: () => false,
		rememberPicked: called('rememberPicked', undefined),
		rememberShape: called('rememberShape', undefined),
		hidePromotion: called('hidePromotion', undefined),
		openApp: called('openApp', undefined),
		copy: called('copy', undefined),
		sharesLinks: true,
		share: called('share', undefined),
		onStarted: called('onStarted', undefined),
		whenInside: called('whenInside', called('end', undefined)),
		setShareCard: called('setShareCard', Promise.resolve()),
		saveImages: called('saveImages', () => {}),
		loadSanitizer: richText.load,
		setTitle: called('setTitle', undefined),
		address: () => 'https://live.example.com/?id=1',
		...services,
	});
	return {
		app,
		page: app.page,
		/** Answers of the lists' calls, replaceable by tests. */
		lists,
		log,
		calls: (name: string) => log.filter(([called]) => called === name),
		player,
		first,
		firstFrame,
		/** Sets the result of `fetchLive`. */
		setLive: (next: () => Promise<Live>) => void (fetchedLive.next = next),
		stageRequests: stageScript.requests,
		moreRequests: moreScript.requests,
		replayRequests: replayScript.requests,
		richTextRequests: richText.requests,
		/** The live script's services, which are logged as well. */
		stageScript: {
			StageControls: () => null,
			followVisitor: called('followVisitor', () => {}),
			leavingUrl: (href: string) => href,
			holdImages: called('holdImages', undefined),
			whenRoom: called('whenRoom', () => {}),
			registerServiceWorker: called('registerServiceWorker', Promise.resolve()),
			keepScripts: called('keepScripts', undefined),
		} satisfies StageScript as StageScript,
		/** Components and services of the script `more`, which are logged as well. */
		more: {
			chatRules,
			ChatPanel: () => null,
			NewsPanel: () => null,
			Dialogs: () => null,
			Opening: () => null,
			Guide: () => null,
			Marks: () => null,
			Caption: () => null,
			enlarge: called('enlarge', undefined),
			checkSupport: () => 10112,
			playFallback: called('playFallback', undefined),
			useWhep: called('useWhep', undefined),
			setShareCard: called('setShareCard', Promise.resolve()),
			followShortcuts: called('followShortcuts', () => {}),
			saveImages: called('saveImages', () => {}),
		} satisfies More as More,
	};
}
