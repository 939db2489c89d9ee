/**
 * The on-demand script: what only a click or a rare configuration needs. A visit loads it when that is so, and the
 * service worker does not keep it.
 */
import { checkSupport } from '../rts/support.ts';

window.livePage!.onDemand = {
	checkSupport: () => checkSupport(navigator.userAgent, { webrtc: !!self.RTCPeerConnection }).errorCode,
};
