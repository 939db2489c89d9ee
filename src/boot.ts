/**
 * The first script, inlined at the end of the HTML: what the first picture needs and nothing else.
 * It reads the visit, asks for the live, makes the offer meanwhile, starts the picture on the served `<video>`,
 * and only then asks for the bundle, which takes over through `window.livePage`.
 */
import { openEnvelope, ApiError } from './api/envelope';
import { askLive, liveAddress, readLive } from './api/live';
import { createSeal, formText } from './api/packet';
import type { Config } from './config';
import { safeAddress } from './content/address';
import { count, records, text } from './content/fields';
import type { Handle } from './handle';
import { createPicture } from './player/picture';
import { createPlayClient } from './rts/play';
import { readVisit, recallVisit, rememberVisit, withoutSecrets } from './visit/visit';

declare const __BUNDLE__: string;

/** Milliseconds after which the bundle is asked for whatever the picture does. */
const bundlePatience = 600;
/** Usage report of the streaming client: signalling is on its way. */
const signalling = 125;

const byId = (id: string) => document.getElementById(id)!;
const config = JSON.parse(byId('config').textContent!) as Config;
const entryAddress = location.href;
const storage = () => sessionStorage;
let visit = readVisit(entryAddress);
if (visit.token || visit.userId) {
	rememberVisit(storage, visit);
	history.replaceState(history.state, '', withoutSecrets(entryAddress));
} else visit = recallVisit(storage, visit.id);

let asked = false;
let patience = bundlePatience;
function loadBundle() {
	if (asked) return;
	asked = true;
	const script = document.createElement('script');
	script.src = __BUNDLE__;
	// A thin link may lose it, and without it no tab turns.
	script.onerror = () => {
		asked = false;
		setTimeout(loadBundle, (patience *= 2));
	};
	script.setAttribute('fetchpriority', 'low');
	document.head.appendChild(script);
}

const seal = createSeal(config.api, visit);
const reports: Handle['reports'] = [];
const handle = (window.livePage = {
	config,
	visit,
	entryAddress,
	seal,
	reports,
	report: (...report) => void reports.push(report),
	shared: { ApiError, count, formText, liveAddress, openEnvelope, readLive, records, safeAddress, text },
} as Handle);

const client = self.RTCPeerConnection
	? createPlayClient({
			report(messageId, args) {
				// After the request itself: on a thin link the order of asking is the order of arriving.
				if (messageId === signalling) setTimeout(loadBundle);
				handle.report(messageId, args);
			},
		})
	: null;
handle.picture = createPicture(byId('video') as HTMLVideoElement, byId('cover') as HTMLImageElement, client);

const asking = performance.now();
handle.detail = visit.id ? askLive(config.api, seal, visit.id) : Promise.reject(Object.assign(new Error('the address has no live id'), { name: 'NoLiveId' }));
handle.detail.then(live => {
	// A link that took long over this answer takes as much longer over each step to the first frame.
	handle.picture.patience += Math.min(10_000, 4 * (performance.now() - asking));
	// An answer that came too late finds that the bundle has asked again.
	// A deployment that wants only listed browsers lets the bundle look the browser up first.
	if (handle.picture.state === 'idle' && (config.rts.tryUnlisted || !/^artc:/.test(live.originRts))) handle.picture.show(live);
	if (handle.picture.state !== 'connecting') loadBundle();
}, loadBundle);
setTimeout(loadBundle, bundlePatience);
// While the answer travels; in a task of its own, because the first peer connection of a page takes a slow phone long enough to see.
setTimeout(() => {
	if (client && handle.picture.state === 'idle') client.prepare();
});

// What is pressed before the page is alive is pressed again when it is.
window.onclick = ({ target }) => void (handle.early = (target as Element).closest('button'));
