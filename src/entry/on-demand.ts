/**
 * The on-demand script: what only some clicks and a rare configuration need. A visit loads it when that is so, and the
 * service worker does not keep it. What needs the user activation of a click, which a slow load outlives, is in the
 * deferred script.
 */
import { enlargeImage } from '../native/enlarge-image.ts';
import { playHls } from '../player/play-hls.ts';
import { checkSupport } from '../rts/support.ts';
import { watchNetwork } from '../rts/watch-network.ts';
import { readReply, takeIceServers } from '../rts/whep-replies.ts';
import { Dialogs } from '../view/dialogs.tsx';
import { addCss } from './add-css.ts';

declare const __DIALOGS_CSS__: string;

const handoff = window.livePage!;

// An attempt to load the script that took too long may arrive after the next one.
if (!handoff.onDemand) {
	handoff.onDemand = {
		Dialogs,
		enlarge: (image, { open }) => enlargeImage(image, (url) => open({ kind: 'image', url })),
		playHls,
		checkSupport: () => checkSupport(navigator.userAgent, { webrtc: !!self.RTCPeerConnection }).errorCode,
	};
	addCss(__DIALOGS_CSS__);
	const { client } = handoff.boot!;
	if (client) {
		const { whep } = client;
		whep.readReply = readReply;
		if (whep.session) takeIceServers(whep.session, whep);
		watchNetwork(client, whep);
	}
}
