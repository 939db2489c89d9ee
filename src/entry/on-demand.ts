/**
 * On-demand script, for some clicks and rare configurations; not in the service worker. Actions that need user
 * activation, which a slow load outlives, are in the deferred script.
 */
import { enlargeImage } from '../native/enlarge-image.ts';
import { showUnanswered } from '../player/show-unanswered.ts';
import { playHls } from '../player/play-hls.ts';
import { checkSupport } from '../rts/support.ts';
import { watchNetwork } from '../rts/watch-network.ts';
import { readReply, takeIceServers } from '../rts/whep-replies.ts';
import { Dialogs } from '../view/dialogs.tsx';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __DIALOGS_CSS__: string;

const handoff = window.livePage!;

if (!hasRun(handoff, 'onDemand')) {
	handoff.onDemand = {
		Dialogs,
		enlarge: (image, { open }) => enlargeImage(image, (url) => open({ kind: 'image', url })),
		playHls,
		checkSupport: () => checkSupport(navigator.userAgent, { webrtc: !!self.RTCPeerConnection }).errorCode,
	};
	addCss(__DIALOGS_CSS__);
	const { client, player, expected } = handoff.boot!;
	if (client) {
		if (expected) showUnanswered(player, expected, handoff.head.live);
		const { whep } = client;
		whep.readReply = readReply;
		if (whep.session) takeIceServers(whep.session, whep);
		watchNetwork(client, whep);
	}
}
