/**
 * The second script, inlined at the end of the HTML: what the first picture needs and nothing else.
 * It makes the offer while the answer about the live travels, starts the picture on the served `<video>`,
 * and only then asks for the bundle, which takes over through `window.livePage`.
 */
import { createImageUrl } from '../safe/image-url.ts';
import { createPicture } from '../player/picture.ts';
import { createPlayClient } from '../rts/play.ts';
import { saveData } from '../visit/save-data.ts';

declare const __BUNDLE__: string;

/** Milliseconds after which the bundle is asked for whatever the picture does. */
const BUNDLE_TIMEOUT = 600;
/** Usage report of the streaming client: SIGNALLING_STARTED is on its way. */
const SIGNALLING_STARTED = 125;

const handoff = window.livePage!;
const { config, detail } = handoff;
const byId = (id: string) => document.getElementById(id)!;

/** Milliseconds the answer about the live took: about a round trip. */
let answered = 0;
let asked = false;
let patience = BUNDLE_TIMEOUT;
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

handoff.reports = [];
handoff.report = (...report) => void handoff.reports.push(report);
const client = self.RTCPeerConnection
	? createPlayClient({
			report(messageId, args) {
				// So much later that its first byte comes behind the reply, which on a thin link it would hold up.
				if (messageId === SIGNALLING_STARTED) setTimeout(loadBundle, answered / 3);
				handoff.report(messageId, args);
			},
		})
	: null;
handoff.saveData = saveData();
const imageUrl = (handoff.imageUrl = createImageUrl(config.ossHosts, handoff.saveData ? 1 : devicePixelRatio));
const picture = (handoff.picture = createPicture(
	byId('video') as HTMLVideoElement,
	byId('cover') as HTMLImageElement,
	client,
	(address) => imageUrl(address, innerWidth),
));

detail.then((live) => {
	answered = performance.now() - handoff.asked;
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
	if (client && handoff.visit.id && picture.state === 'idle') client.prepare();
});

// What is pressed before the page is alive is pressed again when it is.
window.onclick = ({ target }) => void (handoff.early = (target as Element).closest('button'));
