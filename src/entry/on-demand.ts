/**
 * On-demand script, for some clicks and rare configurations; not in the service worker. Actions that need user
 * activation, which a slow load outlives, are in the deferred script.
 */
import { enlargeImage } from '../native/enlarge-image.ts';
import { playHls } from '../player/page/play-hls.ts';
import { supportError } from '../rts/sdk/support.ts';
import { watchNetwork } from '../rts/play/watch-network.ts';
import { readReply, takeIceServers } from '../rts/play/whep-replies.ts';
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
	const { element } = player;
	const { client } = element.connection();
	if (client) {
		const { whep } = client;
		whep.readReply = readReply;
		const session = client.session();
		if (session) takeIceServers(session, whep);
		const checkNetwork = watchNetwork();
		const check = () => checkNetwork(element.connection().client!.session());
		check();
		element.sampleListeners.add(check);
	}
}
