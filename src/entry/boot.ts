/**
 * Boot script, inlined at the end of the HTML: what the first frame and steady playback need. Makes the offer during
 * the detail call, starts the player, requests the bundle.
 */
import { type BuiltScript, loadScript } from '../load-script.ts';
import { createPlayer } from '../player/create-player.ts';
import { firstQuality, linkRate } from '../player/first-quality.ts';
import { POLICY } from '../player/policy.ts';
import { qualitiesOf } from '../player/qualities.ts';
import { streamOf } from '../player/source.ts';
import { createPlayClient } from '../rts/play.ts';
import { createImageUrl } from '../safe/image-url.ts';
import { recall, replayPosition } from '../visit/remembered.ts';
import { readQuality } from '../visit/session-quality.ts';
import { saveData as readSaveData } from '../visit/save-data.ts';
import * as texts from '../texts.ts';
import type { BootHandoff, UsageReport } from './handoff.ts';
import { bootShared } from './shared.ts';

declare const __BUNDLE__: BuiltScript;

/** Milliseconds per attempt to load the bundle. */
const BUNDLE_ATTEMPT_TIMEOUT = 20_000;

const handoff = window.livePage!;
const { config, visit, requestedAt, live } = handoff.head;
const byId = (id: string) => document.getElementById(id)!;

/** The HTML requests the bundle if the API is on another host (`document.tsx`). */
const inHtml = document.querySelector(`[src="${__BUNDLE__.url}"]`);
let bundleRequested = false;
function loadBundle() {
	if (bundleRequested || handoff.started) return;
	bundleRequested = true;
	// A slow attempt is not aborted, as it may still arrive.
	const { url, integrity } = __BUNDLE__;
	loadScript(url, {
		retry: Infinity,
		timeout: BUNDLE_ATTEMPT_TIMEOUT,
		attempts: inHtml ? 1 : 0,
		integrity,
		hasRun: () => handoff.started,
	});
	// Shows a failed attempt; the video goes on.
	loadScript(url).catch(() => {
		const skeleton = document.querySelector('.skeleton');
		if (skeleton && !handoff.started) skeleton.textContent = texts.BUNDLE_FAILED;
	});
}
function requestBundle() {
	if (!inHtml) loadBundle();
}
if (inHtml) {
	// By then it has run or failed.
	addEventListener('load', loadBundle);
	setTimeout(loadBundle, BUNDLE_ATTEMPT_TIMEOUT);
}

/** Milliseconds of the detail call, about a round trip. */
let latency = 0;
const reports: UsageReport[] = [];
const { connection = {} } = navigator as { connection?: { downlink?: number } };
const saveData = readSaveData();
const imageUrl = createImageUrl(config.ossHosts, saveData ? 1 : devicePixelRatio);
const client = self.RTCPeerConnection
	? createPlayClient({
			report: (messageId, args) => boot.report(messageId, args),
			// Delayed until its first byte comes after the reply, which it would hold up on a slow connection.
			onOffer: () => setTimeout(requestBundle, latency / 3),
		})
	: null;
const player = createPlayer({
	video: byId('video') as HTMLVideoElement,
	cover: byId('cover') as HTMLImageElement,
	client,
	coverUrl: (url) => imageUrl(url, innerWidth),
	latency: () => latency,
	replayPosition: (url) => replayPosition(visit.id, url),
	qualitiesOf: (live) => qualitiesOf(live, config.rts),
	firstQuality: (qualities) =>
		firstQuality(
			qualities,
			linkRate(performance.getEntries() as PerformanceResourceTiming[], connection.downlink),
			saveData,
			readQuality('watched'),
		),
	picked: readQuality('picked'),
	policy: Object.assign({}, POLICY, { whep: config.rts.whep }, config.player),
});
const boot: BootHandoff = {
	player,
	client,
	saveData,
	imageUrl,
	reports,
	report: (messageId, args) => void (config.rts.logUrl && reports.push([messageId, args, Date.now()])),
};
handoff.boot = boot;
Object.assign(handoff.shared, bootShared);

if (recall('upright', visit.id)) document.documentElement.classList.add('upright');
live.then((live) => {
	latency = performance.now() - requestedAt;
	// The bundle shows the live if it has requested it again after a late answer, and if the deployment wants only
	// listed browsers, as the table is not here.
	if (
		player.state.status === 'idle' &&
		(config.rts.tryUnlisted || streamOf(live.originRts, config.rts.whep).kind === 'url')
	)
		player.show(live);
	if (player.state.status !== 'connecting') requestBundle();
}, requestBundle);
// When the detail call takes longer than the HTML, connection included, the link is idle.
setTimeout(requestBundle, requestedAt);
// In its own task: the first peer connection of a page takes long on a slow phone.
setTimeout(() => {
	if (client && visit.id && player.state.status === 'idle') client.prepare();
});

// The bundle repeats the last click before hydration; its button stays pressed until then.
const mark = (pressed: boolean) => boot.clicked && boot.clicked.classList.toggle('pressed', pressed);
window.onclick = ({ target }) => {
	mark(false);
	boot.clicked = (target as Element).closest('button');
	mark(true);
};
// HACK(iOS WebKit): `:active` applies only where something listens to touches. Remove when it does without.
// https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/AdjustingtheTextSize/AdjustingtheTextSize.html
document.ontouchstart = () => {};
