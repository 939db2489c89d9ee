/**
 * The second script, inlined at the end of the HTML: what the first picture needs and nothing else.
 * It makes the offer while the answer about the live travels, starts the picture on the served `<video>`,
 * and only then asks for the bundle, which takes over through `window.livePage`.
 */
import { createPictureAddress } from './content/picture-address';
import { createPicture } from './player/picture';
import { createPlayClient } from './rts/play';
import { frugal } from './visit/frugal';

declare const __BUNDLE__: string;

/** Milliseconds after which the bundle is asked for whatever the picture does. */
const bundlePatience = 600;
/** Usage report of the streaming client: signalling is on its way. */
const signalling = 125;

const handle = window.livePage!;
const { config, detail } = handle;
const byId = (id: string) => document.getElementById(id)!;

/** Milliseconds the answer about the live took: about a round trip. */
let answered = 0;
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

handle.reports = [];
handle.report = (...report) => void handle.reports.push(report);
const client = self.RTCPeerConnection
	? createPlayClient({
			report(messageId, args) {
				// So much later that its first byte comes behind the reply, which on a thin link it would hold up.
				if (messageId === signalling) setTimeout(loadBundle, answered / 3);
				handle.report(messageId, args);
			},
		})
	: null;
handle.frugal = frugal();
const pictureAddress = (handle.pictureAddress = createPictureAddress(
	config.ossHosts,
	handle.frugal ? 1 : devicePixelRatio,
));
const picture = (handle.picture = createPicture(
	byId('video') as HTMLVideoElement,
	byId('cover') as HTMLImageElement,
	client,
	(address) => pictureAddress(address, innerWidth),
));

detail.then((live) => {
	answered = performance.now() - handle.asked;
	// A link that took long over this answer takes as much longer over each step to the first frame.
	picture.patience += Math.min(10_000, 4 * answered);
	// An answer that came too late finds that the bundle has asked again.
	// A deployment that wants only listed browsers lets the bundle look the browser up first.
	if (picture.state === 'idle' && (config.rts.tryUnlisted || !/^artc:/.test(live.originRts))) picture.show(live);
	if (picture.state !== 'connecting') loadBundle();
}, loadBundle);
setTimeout(loadBundle, bundlePatience);
// While the answer travels; in a task of its own, because the first peer connection of a page takes a slow phone long enough to see.
setTimeout(() => {
	if (client && handle.visit.id && picture.state === 'idle') client.prepare();
});

// What is pressed before the page is alive is pressed again when it is.
window.onclick = ({ target }) => void (handle.early = (target as Element).closest('button'));
