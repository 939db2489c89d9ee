import { fakeVideo } from '../../support/dom.ts';
import { createApi } from '../../../src/api/api.ts';
import { fetchComments } from '../../../src/api/comments.ts';
import { createCall } from '../../../src/api/request.ts';
import { createSignRequest } from '../../../src/api/sign-request.ts';
import { defaults } from '../../../src/config.ts';
import { loadScript } from '../../../src/network/load-script.ts';
import type { Attempts } from '../../../src/models/follow-description.ts';
import type { StageScript } from '../../../src/models/load-scripts.ts';
import { createPlayer } from '../../../src/player/core/create-player.ts';
import { extendPlayer } from '../../../src/player/extend-player.ts';
import { whenFirstFrame } from '../../../src/player/watch/watch.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { retryAfterOf } from '../../../src/rts/play/retry-after.ts';
import { POLICY } from '../../../src/player/core/policy.ts';
import { qualitiesOf } from '../../../src/player/core/list-qualities.ts';
import type { ReceivedStream } from '../../../src/rts/play/play.ts';
import { createFakeApp } from '../../support/fake-app.ts';
import { fakeClient, NO_RULES } from '../../support/player.ts';
import { QUALITIES, type Servers } from './servers.ts';
import type { State } from './states.ts';

/**
 * Opens a page without its view: the models, calls, player and script loader of the product, put together as by the scripts
 * of `src/entry`; only element and connection are fakes. Returns what closes it.
 */
export function openPage(servers: Servers, viewer: string, { tab = 'introduction', hasQualities }: State): () => void {
	const base = `https://${viewer}.example`;
	const rts = hasQualities ? { ...defaults.rts, qualities: QUALITIES } : defaults.rts;
	const config = { ...defaults, api: { ...defaults.api, base }, rts };
	const visit = { id: '1', userId: '', token: '' };
	const signRequest = createSignRequest(config.api, visit);
	const loaded = new Set<string>();
	const load = async (name: string, attempts: Attempts) => {
		if (!loaded.has(name)) await loadScript(`${base}/${name}.js`, attempts);
		loaded.add(name);
	};
	const loadCalls = async () => {
		await load('stage', { retry: 0 });
		return { createCall, fetchComments };
	};
	const api = createApi({ config: config.api, signRequest, visit, loadCalls });
	const refresh = api.fetchLive;

	const video = fakeVideo();
	/** Frames the stream had had when it was connected to; null without a connection. */
	let connectedAt: number | null = null;
	Object.defineProperty(video, 'frames', {
		get: () => (connectedAt === null ? 0 : servers.frames() - connectedAt),
	});
	const makeClient = () => {
		const client = fakeClient();
		let forget = () => {};
		return Object.assign(client, {
			async unsubscribe() {
				forget();
				forget = () => {};
				connectedAt = null;
			},
			async subscribe(address: string): Promise<ReceivedStream> {
				client.unsubscribe();
				const refusal = await servers.signal(viewer, address);
				if (refusal)
					throw {
						errorCode: ErrorCode.ERROR_HTTPREQUEST_ERROR,
						message: '',
						status: refusal.status,
						retryAfter: retryAfterOf((name) => refusal.headers.get(name)),
					};
				forget = servers.onEnd(() => client.event('ended'));
				setTimeout(() => client.sample({ audioBytes: 1, videoBytes: 1, frames: 1 }));
				return {
					play() {
						connectedAt = servers.frames();
						Object.assign(video, { readyState: 4 });
						for (const event of ['loadeddata', 'playing']) video.fire(event);
					},
				} as unknown as ReceivedStream;
			},
		});
	};
	const client = makeClient();
	const cover = document.createElement('img') as HTMLImageElement;
	const player = createPlayer({
		video,
		cover,
		client,
		coverUrl: String,
		latency: () => 0,
		qualitiesOf: (live) => qualitiesOf(live, config),
		firstQuality: () => 0,
		picked: '',
		policy: { whep: '', ...POLICY },
	});
	player.refresh = refresh;

	const firstLive = refresh();
	firstLive.then((live) => player.state.status === 'idle' && player.show(live)).catch(() => {});

	let stopPlayer: (() => void) | undefined;
	const end = () => {
		player.addRules(() => NO_RULES);
		client.unsubscribe();
	};
	let close = end;
	load('app', { retry: Infinity }).then(() => {
		const { app, more } = createFakeApp({
			api,
			config,
			firstLive,
			player,
			firstFrame: whenFirstFrame(player),
			loadStage: async (attempts): Promise<StageScript> => {
				await load('stage', attempts);
				stopPlayer = extendPlayer(player, { coverUrl: String, makeClient }).stop;
				return {
					StageControls: () => null,
					createCall,
					fetchComments,
					leavingUrl: String,
					holdImages() {},
					whenRoom: () => () => {},
				};
			},
			loadMore: async () => more,
			loadSanitizer: (attempts) => load('rich-text', attempts).then(() => () => []),
		});
		app.start();
		app.page.show(tab);
		close = () => {
			app.stop();
			stopPlayer?.();
			end();
		};
	});
	return () => close();
}
