import { MediaStream, RTCPeerConnection, useH264, useOPUS, type RTCRtpTransceiver } from 'werift';
import { addCandidates, isLoopback, outerAddresses } from './candidates.ts';
import { sayGoodbye } from './dtls-goodbye.ts';
import type { PreparedOffer } from './offer.ts';

/** A peer that says nothing for this long is gone, milliseconds. */
const SILENCE = 5_000;
/** How long a peer may take to make its first move after the answer. */
const FIRST_MOVE = 15_000;

/** Name of the media stream in answers; the tracks in it are `audio` and `video`. */
const STREAM_ID = 'rts';

/** What is on the other side of a peer connection. */
export interface Peer {
	answer: string;
	connection: RTCPeerConnection;
	audio: RTCRtpTransceiver | undefined;
	video: RTCRtpTransceiver | undefined;
	/** Calls back once media can flow. */
	onConnected(listener: () => void): void;
	/** Calls back once, with the reason, whoever closed it. */
	onClosed(listener: (reason: string) => void): void;
	/** Closes with a DTLS close_notify. May be called again. */
	close(reason: string): Promise<void>;
}

/** Answers an offer, with one host candidate at `address` in the answer. @throws what werift throws about SDP it cannot use */
export async function openPeer(offer: PreparedOffer, mode: 'play' | 'publish', address: string): Promise<Peer> {
	let lastSeen = 0;
	const opened = Date.now();
	const seen = () => {
		lastSeen = Date.now();
		return true;
	};
	const connection = new RTCPeerConnection({
		codecs: { audio: [useOPUS()], video: [useH264()] },
		// A media server is reachable at its own address: it answers checks and makes none. It also keeps werift from asking a STUN server.
		iceLite: true,
		iceServers: [],
		iceUseIpv4: false,
		iceUseIpv6: false,
		iceAdditionalHostAddresses: [address],
		iceFilterStunResponse: seen,
		bundlePolicy: 'max-bundle',
	});
	const direction = mode === 'play' ? 'sendonly' : 'recvonly';
	const add = (kind: 'audio' | 'video', type: number | null) => {
		if (type === null) return undefined;
		return connection.addTransceiver(kind, {
			direction,
			streams: mode === 'play' ? [new MediaStream({ id: STREAM_ID })] : [],
		});
	};
	const audio = add('audio', offer.audio);
	const video = add('video', offer.video);

	const closedListeners: ((reason: string) => void)[] = [];
	const connectedListeners: (() => void)[] = [];
	let closing: Promise<void> | undefined;
	let watch: ReturnType<typeof setInterval> | undefined;
	const shut = async (reason: string) => {
		clearInterval(watch);
		for (const listener of closedListeners) listener(reason);
		await Promise.all(connection.dtlsTransports.map(sayGoodbye));
		await connection.close();
	};
	const close = (reason: string) => (closing ??= shut(reason));

	try {
		await connection.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
		for (const transport of connection.dtlsTransports) {
			// The browser starts the handshake, so it goes out with the first packet it may send.
			transport.role = 'server';
			transport.onRtcp.subscribe(seen);
			transport.onRtp.subscribe(seen);
			transport.onStateChange.subscribe((state) => {
				if (state === 'connected') for (const listener of connectedListeners) listener();
				if (state === 'closed' || state === 'failed') void close(`dtls ${state}`);
			});
		}
		await connection.setLocalDescription(await connection.createAnswer());
		watchSockets(connection);
	} catch (error) {
		await close('bad offer');
		throw error;
	}
	watch = setInterval(() => {
		const limit = lastSeen === 0 ? FIRST_MOVE : SILENCE;
		if (Date.now() - (lastSeen || opened) > limit) void close('silent');
	}, 1_000);
	let answer = connection.localDescription?.sdp ?? '';
	for (const transceiver of [audio, video])
		if (transceiver) answer = answer.replaceAll(transceiver.sender.trackId, transceiver.kind);
	if (isLoopback(address)) answer = addCandidates(answer, address, outerAddresses());
	return {
		answer,
		connection,
		audio,
		video,
		onConnected: (listener) => void connectedListeners.push(listener),
		onClosed: (listener) => void closedListeners.push(listener),
		close,
	};
}

/** HACK(werift 0.24.4): its UDP sockets have no error listener, so an unreachable network would end the process. Remove when it has. */
function watchSockets(connection: RTCPeerConnection): void {
	for (const { connection: ice } of connection.iceTransports) {
		const { protocols = [] } = ice as unknown as { protocols?: { transport?: { socket?: NodeJS.EventEmitter } }[] };
		for (const { transport } of protocols) {
			transport?.socket?.on('error', (error: Error) => console.warn(`[origin] media socket: ${error.message}`));
		}
	}
}
