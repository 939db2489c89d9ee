// In the HTML: each byte is paid before the first paint.
/**
 * Boot script, inlined at the end of the HTML: offer, player, request for the bundle.
 * See `docs/decisions/first-flight.md`.
 */
import { type BuiltScript, loadScript } from '../network/load-script.ts';
import {
	createPlayer,
	firstQuality,
	isHeld,
	linkRate,
	POLICY,
	qualitiesOf,
	streamOf,
	usesWebRtc,
} from '../player/core/first-flight.ts';
import type { PlayerSource } from '../player/core/source.ts';
import { createPlayClient } from '../rts/play/play.ts';
import { createImageUrl } from '../safe/image-url.ts';
import { sessionItem } from '../visit/session-item.ts';
import { recallStream } from '../visit/remembered-stream.ts';
import { readQuality, WATCHED } from '../visit/session-quality.ts';
import { connection, saveData as readSaveData } from '../visit/save-data.ts';
import * as texts from '../texts.ts';
import type { Send, UsageReport } from '../player/report/report-watching.ts';
import type { BootHandoff } from './handoff.ts';
import shared from 'shared:boot';

declare const __APP__: BuiltScript;
declare const __PREACT__: BuiltScript;

/** Milliseconds. */
const BUNDLE_ATTEMPT_TIMEOUT = 20_000;

const handoff = window.livePage!;
const { config, visit, requestedAt, live } = handoff.head;

/** Present if the API is on another host (`document.tsx`). */
const inHtml = document.querySelector('script[defer]');
/** The page is hydrated once `app` and `preact` are there, in either order. */
function loadPart({ url, integrity }: BuiltScript, slot: 'start' | 'preact') {
	const hasRun = () => handoff[slot];
	if (hasRun()) return;
	// Not aborted when late, as it may still arrive.
	loadScript(url, {
		timeout: BUNDLE_ATTEMPT_TIMEOUT,
		attempts: inHtml && slot === 'start' ? 1 : 0,
		integrity,
		hasRun,
		// The video goes on.
		onFailed() {
			player.element.playHeld();
			const skeleton = document.querySelector('.skeleton');
			if (skeleton && !handoff.app) skeleton.textContent = texts.BUNDLE_FAILED;
			// Goes over to the server's build, if that is another one (`network/another-build.ts`).
			loadScript('service-worker.js', { retry: Infinity });
		},
	});
}
const loadApp = () => loadPart(__APP__, 'start');
const requestBundle = () => {
	if (!inHtml) loadApp();
	loadPart(__PREACT__, 'preact');
};
if (inHtml) {
	// By then it has run or failed.
	addEventListener('load', loadApp);
	setTimeout(loadApp, BUNDLE_ATTEMPT_TIMEOUT);
}

const list = (live: PlayerSource) => qualitiesOf(live, config);
const remembered = recallStream(visit, list);
/** The stream of a first visit, as the configuration names it. */
const guessed = /^[\w-]+$/.test(visit.id) &&
	config.rts.stream && { status: 1, originRts: config.rts.stream.replace('{id}', visit.id), qualities: [] };
// Its files are in the browser's cache.
if (remembered) requestBundle();
/** Milliseconds, about a round trip. */
let latency = remembered ? remembered.latency : 0;
const reports: UsageReport[] = [];
let send: Send = (...report) => config.rts.logUrl && reports.push(report);
const saveData = readSaveData();
const imageUrl = createImageUrl(config.ossHosts || [], saveData ? 1 : devicePixelRatio);
const knownRate = () => linkRate(performance.getEntries() as PerformanceResourceTiming[], connection().downlink);
const client = self.RTCPeerConnection
	? createPlayClient({
			whep: { route: config.rts.signal },
			report: (messageId, args) => boot.report(messageId, args),
			// The bundle's first byte must not delay the reply on a slow connection. To a host of its own, the connection is
			// not there until two round trips after the HTML: its bytes come before the reply then.
			onOffer: async () => setTimeout(requestBundle, (await handoff.idle) || config.rts.preconnect ? 0 : latency / 3),
		})
	: null;
const player = createPlayer({
	video: document.querySelector<HTMLVideoElement>('#video')!,
	cover: document.querySelector<HTMLImageElement>('#cover')!,
	client,
	coverUrl: (url) => imageUrl(url, innerWidth),
	latency: () => latency,
	qualitiesOf: list,
	firstQuality: (qualities) =>
		firstQuality(
			qualities,
			boot.knownRate(),
			saveData,
			remembered ? remembered.quality : readQuality(WATCHED),
			player.policy,
		),
	picked: readQuality(sessionItem('picked', visit)),
	policy: Object.assign({ whep: config.rts.whep }, POLICY, config.player),
});
const boot: BootHandoff = {
	shared,
	player,
	client,
	saveData,
	imageUrl,
	knownRate,
	latency: () => latency,
	expected: remembered && remembered.live,
	report: (messageId, args) => send(messageId, args, Date.now()),
	takeReports(next) {
		send = next;
		return reports;
	},
};
handoff.boot = boot;

live.then(
	(live) => {
		latency = performance.now() - requestedAt;
		// Otherwise the bundle shows it, after another request or by the table of browsers.
		if (
			player.state.status === 'idle' &&
			!isHeld(live, saveData, player.state.picked) &&
			(config.rts.tryUnlisted !== false || !usesWebRtc(streamOf(live.originRts, config.rts.whep).kind))
		)
			player.show(live);
		if (player.state.status !== 'connecting') requestBundle();
	},
	() => {
		if (player.state.status === 'idle') player.element.unload();
		requestBundle();
	},
);
// The link is idle once the detail call takes longer than the HTML did.
setTimeout(requestBundle, requestedAt);
// In another task, as the first peer connection takes long on a slow phone.
setTimeout(() => {
	if (!client || !visit.id || player.state.status !== 'idle') return;
	const early = boot.expected || guessed;
	if (early) player.expect(early as PlayerSource);
	else {
		client.prepare();
		// Nothing is answered before connections to other hosts are made.
		if (inHtml || config.rts.preconnect) requestBundle();
	}
});

// The bundle repeats the last click; until then the button stays pressed.
const mark = (pressed: boolean) => boot.clicked && boot.clicked.classList.toggle('pressed', pressed);
window.onclick = ({ target }) => {
	mark(false);
	boot.clicked = (target as Element).closest('button');
	mark(true);
};
