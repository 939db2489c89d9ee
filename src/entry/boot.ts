/**
 * The second script, inlined at the end of the HTML: what the first picture needs and nothing else.
 * It makes the offer while the answer about the live travels, starts the picture on the served `<video>`,
 * and only then asks for the bundle, which takes over through `window.livePage`.
 */
import { loadScript } from '../load-script.ts';
import { createImageUrl } from '../safe/image-url.ts';
import { createPicture } from '../player/picture.ts';
import { createPlayClient } from '../rts/play.ts';
import { saveData as readSaveData } from '../visit/save-data.ts';
import type { BootHandoff, UsageReport } from './handoff.ts';
import { bootShared } from './shared.ts';

declare const __BUNDLE__: string;

/** Milliseconds after which the bundle is asked for whatever the picture does. */
const BUNDLE_TIMEOUT = 600;
/** Milliseconds an attempt to load the bundle may take before another one is made. */
const BUNDLE_ATTEMPT_TIMEOUT = 20_000;
/** Usage report of the streaming client: SIGNALLING_STARTED is on its way. */
const SIGNALLING_STARTED = 125;

const handoff = window.livePage!;
const { config, visit, requestedAt, live } = handoff.head;
const byId = (id: string) => document.getElementById(id)!;

/** Milliseconds the answer about the live took: about a round trip. */
let answered = 0;
let requested = false;
function loadBundle() {
	if (requested) return;
	requested = true;
	// Without it no tab turns. Its first byte waits for nothing, so an attempt that takes long is left alone.
	loadScript(__BUNDLE__, { retry: Infinity, timeout: BUNDLE_ATTEMPT_TIMEOUT, lowPriority: true });
}

const reports: UsageReport[] = [];
const saveData = readSaveData();
const imageUrl = createImageUrl(config.ossHosts, saveData ? 1 : devicePixelRatio);
const client = self.RTCPeerConnection
	? createPlayClient({
			report(messageId, args) {
				// So much later that its first byte comes behind the reply, which on a thin link it would hold up.
				if (messageId === SIGNALLING_STARTED) setTimeout(loadBundle, answered / 3);
				boot.report(messageId, args);
			},
		})
	: null;
const picture = createPicture(byId('video') as HTMLVideoElement, byId('cover') as HTMLImageElement, client, (address) =>
	imageUrl(address, innerWidth),
);
const boot: BootHandoff = { picture, saveData, imageUrl, reports, report: (...report) => void reports.push(report) };
handoff.boot = boot;
Object.assign(handoff.shared, bootShared);

live.then((live) => {
	answered = performance.now() - requestedAt;
	// A link that took long over this answer takes as much longer over each step to the first frame.
	picture.patience += Math.min(10_000, 4 * answered);
	// An answer that came too late finds that the bundle has asked again.
	// A deployment that wants only listed browsers lets the bundle look the browser up first.
	if (picture.state === 'idle' && (config.rts.tryUnlisted || !/^artc:/.test(live.originRts))) picture.show(live);
	if (picture.state !== 'connecting') loadBundle();
}, loadBundle);
setTimeout(loadBundle, BUNDLE_TIMEOUT);
// While the answer travels; in a task of its own, because the first peer connection of a page takes a slow phone long enough to see.
setTimeout(() => {
	if (client && visit.id && picture.state === 'idle') client.prepare();
});

// The bundle repeats the last click made before hydration.
window.onclick = ({ target }) => void (boot.clicked = (target as Element).closest('button'));
