/** App script: hydrates the page around the running player, and answers every tap that needs no further code. */
import '../polyfills.ts';
import shared from 'shared:app';
import { hydrateRoot } from 'react-dom/client';
import icon from '../../static/icon.svg';
import shareImage from '../../static/share.png';
import { createApi } from '../api/api.ts';
import type { Live } from '../api/complete-live.ts';
import { completeConfig } from '../config.ts';
import { type App, createApp } from '../models/create-app.ts';
import type { Attempts } from '../models/follow-description.ts';
import { copyAndSay } from '../native/clipboard.ts';
import { createNativeApp } from '../native/native-app.ts';
import { followBuild } from '../network/another-build.ts';
import { type BuiltScript, loadScript } from '../network/load-script.ts';
import { attachHls } from '../player/attach-hls.ts';
import { RulesRank } from '../player/core/rules-rank.ts';
import { isReplay } from '../player/core/status.ts';
import { reportEarlyLeaving } from '../player/report/report-early-leaving.ts';
import { createVisitSender } from '../player/report/send-visit.ts';
import { attachHttp } from '../player/attach-http.ts';
import { withTaps } from '../player/rules/taps.ts';
import { whenAhead, whenFirstFrame } from '../player/watch/first-frame.ts';
import { showUnanswered } from '../player/act/show-unanswered.ts';
import { hasShareCard, shareData } from '../share/share-card.ts';
import { shareLive } from '../share/share-live.ts';
import * as texts from '../texts.ts';
import { addCss } from '../view/page/add-css.ts';
import { Page } from '../view/page/page.tsx';
import { blocksApps, environment as readEnvironment } from '../visit/environment.ts';
import { atMoment } from '../visit/moment.ts';
import { remember } from '../visit/remember.ts';
import { rememberPosition } from '../visit/remembered-replay.ts';
import { isMetered } from '../visit/save-data.ts';
import { sessionItem } from '../visit/session-item.ts';
import { rememberQuality } from '../visit/session-quality.ts';
import { isInsideApp } from '../visit/shows-promotion.ts';

declare const __STAGE__: BuiltScript;
declare const __RICH_TEXT__: BuiltScript;
declare const __API_CALLS__: BuiltScript;
declare const __MORE__: BuiltScript;
declare const __REPLAY__: BuiltScript;
declare const __REPORTS__: BuiltScript;
declare const __HLS__: BuiltScript;
declare const __LIVE_HTTP__: BuiltScript;

/** Not needed by the first paint: the color around the page; no telephone links of the browser's making. */
const META: Record<string, string> = { 'theme-color': '#0b0e13', 'format-detection': 'telephone=no' };
for (const name in META)
	document.head.appendChild(Object.assign(document.createElement('meta'), { name, content: META[name] }));

/** Milliseconds. */
const HYDRATION_TIMEOUT = 1000;
/** Milliseconds for which controls wait beside a first picture, far more than its stream needs where it comes. */
const STAGE_TIMEOUT = 5000;

const handoff = window.livePage!;
const { config, visit, signRequest, live, entryUrl } = handoff.head;
completeConfig(config);
const boot = handoff.boot!;
const { player, client, expected, saveData, imageUrl } = boot;
const root = document.getElementById('app')!;
player.addRules(RulesRank.Taps, ({ rules }) => ({ rules: withTaps(rules) }));
let app: App;

const share = Object.assign({}, config.share, { image: config.share.image || shareImage });
/** The answer may not name the live. */
const cardOf = (live: Live) =>
	shareData(Object.assign({}, live, { id: visit.id }), location.href, share, (href) =>
		handoff.stage ? handoff.stage.leavingUrl(href) : '',
	);

/** Reads what a script leaves, loading it if needed. */
async function load<T>({ url, integrity }: BuiltScript, attempts: Attempts, read: () => T | undefined): Promise<T> {
	if (!read()) await loadScript(url, Object.assign({ integrity, hasRun: read }, attempts));
	return read()!;
}

const loadHttp = (attempts: Attempts) => load(__LIVE_HTTP__, attempts, () => handoff.http);

const { stream } = player.element.connection();
/**
 * The stream that was requested by now is answered. The bytes of the stage script then come between the answers to its
 * first checks and to its handshake, and delay neither; beside a picture by HTTP they would, until that is over or has
 * waited long for its stream.
 */
const streamAnswered = handoff.isFar
	? Promise.race([
			loadHttp({ retry: 0 }).then(() => handoff.pictureOver),
			whenFirstFrame(player),
			new Promise((resolve) => setTimeout(resolve, STAGE_TIMEOUT)),
		]).catch(() => {})
	: stream && stream.catch(() => {});

const loadStage = (attempts: Attempts) => load(__STAGE__, attempts, () => handoff.stage);

/** Loading goes on when it has failed. */
const loadReplay = () => load(__REPLAY__, { retry: 1, onFailed: player.element.playHeld }, () => handoff.replay);

function makeApp(): App {
	const { userAgent, maxTouchPoints } = navigator;
	const environment = readEnvironment(userAgent, maxTouchPoints);
	const insideApp = isInsideApp(userAgent, config.app.userAgentToken);
	const nativeApp = createNativeApp({ app: config.app, environment, insideApp });
	const api = createApi({
		config: config.api,
		signRequest,
		visit,
		loadCalls: () => load(__API_CALLS__, { retry: 0 }, () => handoff.calls),
	});
	const firstFrame = whenFirstFrame(player).then(() => {
		const { video } = player;
		if (video.videoWidth) handoff.app!.firstFrame = { at: performance.now(), realTime: !!video.srcObject };
	});
	return createApp({
		api,
		visit,
		config,
		promoted: document.documentElement.classList.contains('promoted'),
		saveData,
		metered: isMetered(),
		imageUrl,
		firstLive: api.readLive(live),
		player,
		firstFrame,
		ahead: firstFrame.then(() => whenAhead(player.video)),
		loadStage,
		streamAnswered,
		loadMore: (attempts) => load(__MORE__, attempts, () => handoff.more),
		loadReplay,
		loadReports:
			config.reports.url || (client && config.rts.logUrl)
				? () => load(__REPORTS__, { retry: Infinity }, () => handoff.reports)
				: undefined,
		loadSanitizer: (attempts) =>
			load(__RICH_TEXT__, attempts, () => handoff.richText).then(
				(sanitize) => (html) => sanitize(html, (url) => imageUrl(url, innerWidth)),
			),
		usesWhep: () => {
			const playing = player.element.connection().client;
			return !!playing && !!playing.session();
		},
		rememberPicked: (quality) => rememberQuality(sessionItem('picked', visit), quality),
		rememberShape: (upright) => remember('upright', visit.id, upright ? '1' : ''),
		hidePromotion() {
			document.documentElement.classList.remove('promoted');
			remember('unpromoted', visit.id, '1');
		},
		setTitle: (title) => (document.title = title),
		address: () => location.href,
		hasShareCard: hasShareCard(environment),
		hasPicture: () => !!handoff.picture && !!handoff.picture.address(),
		openApp: nativeApp.open,
		copy: copyAndSay,
		sharesLinks: !blocksApps(environment),
		share: (live, from, notice) =>
			shareLive({
				environment,
				data: cardOf(live),
				from,
				copy: (text) => copyAndSay(text, notice, texts.LINK_COPIED),
				showToast: notice.showToast,
			}),
		whenInside: nativeApp.whenInside,
		setShareCard({ setShareCard }, live, from = 0) {
			const data = cardOf(live);
			data.link = atMoment(data.link, from);
			return setShareCard({ environment, data, call: api.call, entryUrl });
		},
		saveImages: ({ saveImages }) =>
			saveImages({ root, bridge: nativeApp.bridge, showToast: app.page.notice.showToast }),
		onStarted: () => (document.querySelector<HTMLLinkElement>('[rel=icon]')!.href = icon),
	});
}

function hydrate() {
	hydrateRoot(root, <Page page={app.page} />);
	// For the focus after it, until the stage script.
	window.onclick = ({ target }) => void (boot.clicked = (target as Element).closest('button'));
	app.start();
	if (boot.clicked) {
		boot.clicked.classList.remove('pressed');
		boot.clicked.click();
	}
}

if (!handoff.app) {
	handoff.app = {
		shared,
		holdImages: (content) => app.holdImages(content),
		linkOf: (live) => cardOf(live).link,
		showLevels: (levels) => (app.page.levels.value = levels),
	};
	const sendVisit = createVisitSender(config.reports, saveData);
	if (sendVisit) reportEarlyLeaving(handoff.app, visit.id, () => handoff.reports, sendVisit);
	addCss(__CSS__);
	if (client && expected) showUnanswered(player, client, expected, live);
	if (streamAnswered) streamAnswered.then(() => loadStage({ retry: 0 })).catch(() => {});
	let begun = false;
	const begin = () => {
		if (begun) return;
		begun = true;
		// It waits for nothing else.
		if (player.state.status === 'replay') loadReplay();
		// Separate tasks, for clicks on a slow phone.
		setTimeout(() => {
			app = makeApp();
			const { video } = player;
			followBuild({
				player,
				onFound(goOver) {
					app.page.update.value = goOver;
					app.page.notice.showToast(texts.UPDATED_WHILE_PLAYING);
				},
				// Its script, which does so, may be the one that is missing.
				onLeave: () => isReplay(player.state) && rememberPosition(visit, video.ended ? 0 : video.currentTime),
			});
			attachHls({
				player,
				awaitsHls: app.page.awaitsHls,
				loadHls: (attempts) => load(__HLS__, attempts, () => handoff.hls),
			});
			if (!handoff.http) attachHttp(player, () => loadHttp({ retry: Infinity }));
			setTimeout(hydrate);
		});
	};
	// Nothing may delay the stream, which is requested in the live's task.
	live.then(begin, begin);
	if (boot.clicked) begin();
	addEventListener('click', begin, { once: true });
	setTimeout(begin, HYDRATION_TIMEOUT);
}
