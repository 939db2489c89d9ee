/**
 * On-demand script, for some clicks and rare configurations; not in the service worker. Actions that need user
 * activation, which a slow load outlives, are in the deferred script.
 */
import { enlargeImage } from '../native/enlarge-image.ts';
import { playHls } from '../player/page/play-hls.ts';
import { supportError } from '../rts/sdk/support.ts';
import { whepRest } from '../rts/play/whep-rest.ts';
import { Dialogs } from '../view/dialogs/dialogs.tsx';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __DIALOGS_CSS__: string;

const handoff = window.livePage!;

if (!hasRun(handoff, 'onDemand')) {
	const { player } = handoff.boot!;
	handoff.onDemand = {
		Dialogs,
		enlarge: (image, { open }) => enlargeImage(image, (url) => open({ kind: 'image', url })),
		checkSupport: () => supportError(navigator.userAgent, !!self.RTCPeerConnection),
		playHls: () => playHls(player),
	};
	addCss(__DIALOGS_CSS__);
	const { client } = player.element.playing();
	if (client) client.useWhep(whepRest);
}
