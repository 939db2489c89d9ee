import { RTCPeerConnection as Peer, type RTCRtpReceiver as PeerReceiver, useH264, useOPUS } from 'werift';
import { completeAnswer, editOpus, tidyLines } from '../rts/play/sdp.ts';
import type { ReceivedPacket } from './rtp-facts.ts';

/** Profiles of H.264 that Chrome offers and servers choose from. */
const PROFILES = ['42e01f', '42001f', '4d001f', '640c1f'];

/** As Chrome's, so that `editOpus` finds them. */
const OPUS = 'minptime=10;useinbandfec=1';

const codecs = () => ({
	audio: [useOPUS({ parameters: OPUS })],
	video: PROFILES.map((id) =>
		useH264({ parameters: `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${id}` }),
	),
});

/** Names as browsers write them. */
const asBrowser = (sdp: string): string =>
	editOpus(sdp.replace(/ OPUS\/48000/g, ' opus/48000').replace(/ h264\/90000/g, ' H264/90000'));

/** As Chromium from 155 on, whose option servers have to ignore (RFC 8839 §5.6). */
const withNewOption = (sdp: string): string =>
	sdp.replace(/^a=ice-options:.*\r\n/gm, '').replace(/^a=ice-ufrag/gm, 'a=ice-options:trickle googspedv1\r\n$&');

/** Opens a connection that plays a stream, as the page's. @param local the server may be on this machine @param isPlain without new options */
export async function openViewer(audio: boolean, video: boolean, local: boolean, isPlain = false) {
	const create = () =>
		new Peer({
			iceServers: [],
			iceUseIpv6: !local,
			...(local && { iceAdditionalHostAddresses: ['127.0.0.1'] }),
			bundlePolicy: 'max-bundle',
			codecs: codecs(),
		});
	let peer = create();
	let started = 0;
	const since = () => performance.now() - started;
	const packets: ReceivedPacket[] = [];
	const times: { ice?: number; dtls?: number } = {};

	const follow = () => {
		peer.onTrack.subscribe((track) => {
			track.onReceiveRtp.subscribe(({ header: { sequenceNumber, timestamp }, payload }) => {
				const kind = track.kind as ReceivedPacket['kind'];
				packets.push({ kind, sequenceNumber, timestamp, payload, at: since() });
			});
		});
		peer.iceConnectionStateChange.subscribe((state) => {
			// It says `completed` before there is an answer.
			if (peer.remoteDescription && /connected|completed/.test(state)) times.ice ??= since();
		});
		peer.connectionStateChange.subscribe((state) => {
			if (state === 'connected') times.dtls ??= since();
		});
	};
	follow();
	if (audio) peer.addTransceiver('audio', { direction: 'recvonly' });
	if (video) peer.addTransceiver('video', { direction: 'recvonly' });
	await peer.setLocalDescription(await peer.createOffer());
	const own = asBrowser(peer.localDescription!.sdp);
	const sdp = isPlain ? own : withNewOption(own);
	started = performance.now();

	const receiver = (): PeerReceiver | undefined => peer.getReceivers().find(({ kind }) => kind === 'video');
	return {
		/** Local description, with all candidates. */
		sdp,
		// Signalling reads the description, and whether an offer may still be answered.
		pc: {
			localDescription: { type: 'offer', sdp },
			signalingState: 'have-local-offer',
			setConfiguration() {},
			getTransceivers: () => [],
		} as unknown as RTCPeerConnection,
		/** Milliseconds since the offer. */
		elapsed: since,
		/** So far. */
		packets,
		/** Milliseconds since the offer; undefined: not yet. */
		times,
		states: () => ({ ice: peer.iceConnectionState, dtls: peer.dtlsTransports[0]?.state ?? 'new' }),
		/** Applies an answer. Rejects as the library does. */
		accept: (answer: string) => peer.setRemoteDescription({ type: 'answer', sdp: completeAnswer(answer, sdp) }),
		/** Answers the server's own offer. */
		async answer(offer: string) {
			// HACK(werift 0.24.4): it cannot take an offer back. Remove when it rolls back.
			await peer.close();
			peer = create();
			follow();
			await peer.setRemoteDescription({ type: 'offer', sdp: tidyLines(offer) });
			await peer.setLocalDescription(await peer.createAnswer());
			return asBrowser(peer.localDescription!.sdp);
		},
		async requestKeyframe() {
			const ssrc = receiver()?.tracks[0]?.ssrc;
			if (ssrc) await receiver()!.sendRtcpPLI(ssrc);
		},
		close: () => peer.close(),
	};
}

/** See {@link openViewer}. */
export type Viewer = Awaited<ReturnType<typeof openViewer>>;
