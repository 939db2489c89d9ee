import {
	MediaStream,
	RTCPeerConnection,
	useH264,
	useOPUS,
	type RTCDtlsTransport,
	type RTCRtpTransceiver,
} from 'werift';
import { startActivityTimer, type ActivityLimits } from './activity-timer.ts';
import { addCandidates, isLoopback, networkAddresses } from './candidates.ts';
import { sendCloseNotify } from './close-notify.ts';
import { answerFirstHello } from './first-hello.ts';
import type { PreparedOffer } from './offer.ts';

/** Id of the media stream in answers; the ids of its tracks are `audio` and `video`. */
const STREAM_ID = 'rts';

/** The lines with the ICE credentials of one side. */
const ICE_CREDENTIALS = /^a=(ice-ufrag|ice-pwd):.*$/gm;
const credentials = (sdp: string) => sdp.match(ICE_CREDENTIALS) ?? [];

/** A connection to a viewer or a publisher. */
export interface Peer {
	answer: string;
	connection: RTCPeerConnection;
	audio: RTCRtpTransceiver | undefined;
	video: RTCRtpTransceiver | undefined;
	/** Called when DTLS is connected and media can be sent. */
	onConnected(listener: () => void): void;
	/** Called once with the reason, whichever side closed the connection. */
	onClosed(listener: (reason: string) => void): void;
	/** Closes with a DTLS close_notify. May be called more than once. */
	close(reason: string): Promise<void>;
	/** Answers no connectivity check any more. */
	ignoreChecks(): void;
	/** Restarts ICE with the other side's new credentials, as lines of SDP. Resolves with those of this side. */
	restartIce(fragment: string): Promise<string>;
}

/**
 * Opens a connection for an offer; the answer has one host candidate at `address`.
 * @param limits when a silent peer is closed
 * @throws werift's error for SDP that it cannot use
 */
export async function openPeer(
	offer: PreparedOffer,
	mode: 'play' | 'publish',
	address: string,
	limits: ActivityLimits,
): Promise<Peer> {
	let answersChecks = true;
	const activity = startActivityTimer(limits, () => void close('inactive'));
	const connection = new RTCPeerConnection({
		codecs: { audio: [useOPUS()], video: [useH264()] },
		// As a media server with a known address it answers connectivity checks and sends none; werift uses no STUN server then.
		iceLite: true,
		iceServers: [],
		iceUseIpv4: false,
		iceUseIpv6: false,
		iceAdditionalHostAddresses: [address],
		iceFilterStunResponse: () => {
			activity.reset();
			return answersChecks;
		},
		bundlePolicy: 'max-bundle',
	});
	const direction = mode === 'play' ? 'sendonly' : 'recvonly';
	const addTransceiver = (kind: 'audio' | 'video', type: number | null) => {
		if (type === null) return undefined;
		return connection.addTransceiver(kind, {
			direction,
			streams: mode === 'play' ? [new MediaStream({ id: STREAM_ID })] : [],
		});
	};
	const audio = addTransceiver('audio', offer.audio);
	const video = addTransceiver('video', offer.video);

	const closedListeners: ((reason: string) => void)[] = [];
	const connectedListeners: (() => void)[] = [];
	let closing: Promise<void> | undefined;
	const closeAll = async (reason: string) => {
		activity.stop();
		for (const listener of closedListeners) listener(reason);
		await Promise.all(connection.dtlsTransports.map(sendCloseNotify));
		connection.dtlsTransports.forEach(endHandshake);
		await connection.close();
	};
	const close = (reason: string) => (closing ??= closeAll(reason));

	try {
		await connection.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
		for (const transport of connection.dtlsTransports) {
			// As DTLS client the browser sends its first handshake packet as soon as ICE is connected.
			transport.role = 'server';
			transport.onRtcp.subscribe(activity.reset);
			transport.onRtp.subscribe(activity.reset);
			transport.onStateChange.subscribe((state) => {
				// The DTLS server is made in the same task.
				if (state === 'connecting') queueMicrotask(() => answerFirstHello(transport));
				if (state === 'connected') for (const listener of connectedListeners) listener();
				if (state === 'closed' || state === 'failed') void close(`dtls ${state}`);
			});
		}
		await connection.setLocalDescription(await connection.createAnswer());
		handleSocketErrors(connection);
	} catch (error) {
		await close('bad offer');
		throw error;
	}
	let answer = unbundleRejected(connection.localDescription?.sdp ?? '');
	for (const transceiver of [audio, video])
		if (transceiver) answer = answer.replaceAll(transceiver.sender.trackId, transceiver.kind);
	if (isLoopback(address)) answer = addCandidates(answer, address, networkAddresses());
	return {
		answer,
		connection,
		audio,
		video,
		onConnected: (listener) => void connectedListeners.push(listener),
		onClosed: (listener) => void closedListeners.push(listener),
		close,
		ignoreChecks: () => {
			answersChecks = false;
		},
		async restartIce(fragment) {
			const lines = credentials(fragment);
			const sdp = offer.sdp.replace(
				ICE_CREDENTIALS,
				(line, name) => lines.find((other) => other.includes(name)) ?? line,
			);
			await connection.setRemoteDescription({ type: 'offer', sdp });
			await connection.setLocalDescription(await connection.createAnswer());
			// HACK(werift 0.24.4): where DTLS is connected it does not start ICE anew. Remove when it does.
			for (const transport of connection.iceTransports) transport.start().catch(() => close('ice failed'));
			return [...new Set(credentials(connection.localDescription!.sdp))].map((line) => `${line}\r\n`).join('');
		},
	};
}

/**
 * HACK(werift 0.24.4): a DTLS handshake that was cut short is retransmitted for 33 s, also after its connection is closed,
 * which keeps the process alive. Remove when `close()` ends it.
 */
function endHandshake({ dtls }: RTCDtlsTransport): void {
	if (dtls) dtls.dtls.flight = Infinity;
}

/** HACK(werift 0.24.4): it bundles sections that it rejects, such as inactive ones, and browsers refuse the answer. Remove when it does not. */
function unbundleRejected(answer: string): string {
	const rejected =
		answer.match(/^m=\w+ 0 [^]*?^a=mid:.*$/gm)?.map((section) => section.replace(/[^]*a=mid:/, '')) ?? [];
	return answer.replace(/^a=group:BUNDLE.*$/m, (group) => {
		const mids = group.split(' ').filter((mid) => !rejected.includes(mid));
		return mids.join(' ');
	});
}

/** HACK(werift 0.24.4): its UDP sockets have no error listener, so an unreachable network ends the process. Remove when they have one. */
function handleSocketErrors(connection: RTCPeerConnection): void {
	for (const { connection: ice } of connection.iceTransports) {
		const { protocols = [] } = ice as unknown as { protocols?: { transport?: { socket?: NodeJS.EventEmitter } }[] };
		for (const { transport } of protocols)
			transport?.socket?.on('error', (error: Error) => console.warn(`[origin] media socket: ${error.message}`));
	}
}
