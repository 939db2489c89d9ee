import icon from '../../static/icon.svg';
import shareImage from '../../static/share.png';
import type { Live } from '../api/live.ts';
import { followLive } from '../models/follow-live.ts';
import type { Deferred } from '../models/later-scripts.ts';
import type { PageComponent } from '../models/page-model.ts';
import type { PlayerStatus } from '../models/player-model.ts';
import type { Notice } from '../models/notice.ts';
import { createBridge } from '../native/bridge.ts';
import { copyText } from '../native/clipboard.ts';
import { createOpenApp } from '../native/open-app.ts';
import type { saveImages } from '../native/save-images.ts';
import { showOpening } from '../native/show-opening.ts';
import { announceNetworkChange, onOnline } from '../network/online.ts';
import { rememberPlayed } from '../player/page/remember-played.ts';
import { rememberStream } from '../visit/remembered-stream.ts';
import { isUsable } from '../player/core/list-qualities.ts';
import { rememberQuality } from '../visit/session-quality.ts';
import { hasShareCard, shareData } from '../share/share-card.ts';
import { shareLive } from '../share/share-live.ts';
import { createFailureLog } from '../player/page/failure-detail.ts';
import { createStageControls } from '../view/stage/stage-controls.tsx';
import type { createShortcuts, Shortcuts } from '../view/stage/shortcuts.ts';
import { followShape } from '../view/stage/stage-shape.ts';
import { followSwipes } from '../view/tabs/swipe.ts';
import { environment as readEnvironment } from '../visit/environment.ts';
import { remember } from '../visit/remembered.ts';
import { isMetered } from '../visit/save-data.ts';
import { isInsideApp } from '../visit/shows-promotion.ts';
import * as texts from '../texts.ts';
import type { BootHandoff, HeadHandoff } from './handoff.ts';
import { followOffline } from './follow-offline.tsx';
import { limitLoads } from './limit-loads.ts';
import type { SetShareCard } from './share-cards.ts';
import { registerServiceWorker } from './register-service-worker.ts';

/** Loaders of scripts. */
export interface DeferredScripts {
	loadReports(): unknown;
	loadLivePlayer(): Promise<unknown>;
	loadShareCards(): Promise<SetShareCard>;
	loadInApp(): Promise<typeof saveImages>;
	loadReplayControls(): Promise<PageComponent>;
	loadShortcuts(): Promise<typeof createShortcuts>;
	/** Holds back an element's images. Needs the live player. */
	holdImages(content: HTMLElement): void;
}

/** Milliseconds. */
const MAX_SHORTCUT_DELAY = 2000;

/** Milliseconds until a new stream's burst, since its last keyframe, is over. */
const BURST = 2000;
/** Milliseconds between loads. */
const STEP = 1000;

/** Statuses in which a click on 重试 still has effect. */
const RETRYABLE: PlayerStatus[] = ['idle', 'reconnecting', 'failed'];
const FIRST_ATTEMPT: PlayerStatus[] = ['idle', 'connecting'];
const PLAYING: PlayerStatus[] = ['connecting', 'playing', 'blocked', 'reconnecting', 'replay'];

/** Creates the services. Call once, as the bridge owns a global. */
export function createDeferred(
	{ config, visit, entryUrl }: HeadHandoff,
	boot: BootHandoff,
	{
		loadReports,
		loadLivePlayer,
		loadShareCards,
		loadInApp,
		loadReplayControls,
		loadShortcuts,
		holdImages: hold,
	}: DeferredScripts,
): Deferred {
	const { userAgentToken, bridgeName } = config.app;
	const { userAgent, maxTouchPoints } = navigator;
	const environment = readEnvironment(userAgent, maxTouchPoints);
	const insideApp = isInsideApp(userAgent, userAgentToken);
	const bridge = createBridge(bridgeName, { insideApp });
	const openApp = createOpenApp({ environment, app: config.app, bridge, insideApp });
	const share = Object.assign({}, config.share, { image: config.share.image || shareImage });
	// The answer may not name the live.
	const dataOf = (live: Live) => shareData(Object.assign({}, live, { id: visit.id }), location.href, share);

	const copy = async (text: string, { showToast, confirm }: Notice, copied = texts.COPIED) => {
		if (await copyText(text)) showToast(copied);
		// Nobody can type a link.
		else if (/:\/\//.test(text)) void confirm(texts.COPY_LINK_FAILED, text);
		else showToast(texts.COPY_FAILED);
	};

	const { player } = boot;
	const isPlaying = () => PLAYING.includes(player.state.status);
	let extended = false;
	function extendPlayer() {
		if (extended || !isPlaying()) return;
		extended = true;
		holdImages(document.querySelector('.panels')!);
	}
	const whenExtended = (act: () => void) => void loadLivePlayer().then(act);
	function holdImages(content: HTMLElement) {
		if (extended) whenExtended(() => hold(content));
	}

	return {
		extendPlayer,
		holdImages,
		start(page, call, loadOnDemand, loadPanel) {
			const { dispatch } = player;
			const playback = {
				pause: () => whenExtended(() => dispatch({ type: 'viewerPause' })),
				play: () => whenExtended(() => dispatch({ type: 'viewerPlay' })),
				choose(quality: number) {
					whenExtended(() => {
						dispatch({ type: 'choose', quality, by: 'viewer' });
						rememberQuality('picked', player.state.picked);
					});
				},
			};
			let shortcuts: Shortcuts | undefined;
			let lastShortcut: Event;
			/** Loads shortcuts at the first one; of those pressed meanwhile the last counts, unless late. */
			async function onShortcut(event: Event) {
				if (event.defaultPrevented || (event.target as Element).closest('input, textarea')) return;
				lastShortcut = event;
				const pressedAt = performance.now();
				shortcuts = shortcuts || (await loadShortcuts())(player.video, page, playback);
				if (event === lastShortcut && performance.now() - pressedAt < MAX_SHORTCUT_DELAY) shortcuts(event);
			}
			document.onkeydown = document.ondblclick = onShortcut;
			limitLoads(page, () => RETRYABLE.includes(player.state.status));
			page.controls.value = createStageControls({ player: playback, loadReplayControls, metered: isMetered() });
			/** Called late where the user agent does not tell. */
			function onInsideApp() {
				page.insideApp.value = true;
				const root = document.getElementById('app')!;
				loadInApp().then((save) => disposers.push(save({ root, bridge, insideApp, showToast: page.notice.showToast })));
			}

			let usesWhep = false;

			document.querySelector<HTMLLinkElement>('[rel=icon]')!.href = icon;
			let known = false;
			// Loaded late, as lost packets would stop the video for a second.
			const timers = [
				() => config.rts.logUrl && loadReports(),
				// Opening an open chat could poll it.
				() => boot.saveData || page.tab.value === 'chat' || page.chat.open(),
				() => registerServiceWorker(navigator.serviceWorker, config.serviceWorker),
			].map((load, index) => setTimeout(load, (isPlaying() ? BURST : 0) + index * STEP));
			const disposers = [
				() => timers.forEach(clearTimeout),
				// Polls and scripts limit their requests themselves.
				onOnline(() => dispatch({ type: 'online' })),
				announceNetworkChange(),
				followOffline(page, loadPanel),
				followSwipes(document.querySelector('.panels')!, page),
				() => (document.onkeydown = document.ondblclick = null),
				followShape(player.video, (upright) => remember('upright', visit.id, upright ? '1' : '')),
				rememberPlayed(player, (live, quality, isUpdate) => {
					rememberStream(visit, { id: visit.id, quality, latency: boot.latency(), live }, isUpdate);
				}),
				// At each state: another quality's server may be the first with WHEP, whose next reply may need the
				// script.
				page.player.state.subscribe(({ status }) => {
					const { client } = player.element.playing();
					if (usesWhep || FIRST_ATTEMPT.includes(status) || !client || !client.session()) return;
					usesWhep = true;
					loadOnDemand({ retry: Infinity });
				}),
				page.player.failure.subscribe((failure) => {
					if (failure && config.rts.hlsFallback) loadOnDemand({ retry: Infinity }).then(({ playHls }) => playHls());
				}),
				page.player.reported.subscribe(createFailureLog((line) => console.info(line))),
				page.description.subscribe((shown) => {
					if (shown && 'content' in shown) holdImages(shown.content);
				}),
				page.live.state.subscribe(({ data }) => {
					if (!data || known) return;
					known = true;
					const bad = data.qualities.filter((quality) => !isUsable(quality)).length;
					if (bad) console.warn(`Bad qualities: ${bad}`);
					if (hasShareCard(environment))
						loadShareCards().then((setCard) => setCard({ environment, data: dataOf(data), call, entryUrl }));
				}),
			];
			if (insideApp) onInsideApp();
			else disposers.push(bridge.onAvailable(onInsideApp));
			return () => disposers.forEach((dispose) => dispose());
		},
		followLive,
		openApp: async (method, target, notice) =>
			showOpening(await openApp(method, target), config.app.name, environment.phone, notice),
		copy,
		share: (live, notice) =>
			shareLive({
				environment,
				data: dataOf(live),
				copy: (text) => copy(text, notice, texts.LINK_COPIED),
				showToast: notice.showToast,
			}),
	};
}
