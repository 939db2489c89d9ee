import {
	GenericNack,
	RTCPeerConnection,
	RtcpTransportLayerFeedback,
	RTCRtpTransceiver,
	RtpHeader,
	RtpPacket,
	useH264,
	useOPUS,
} from 'werift';
import type { Origin } from '../../origin/index.ts';
import type { SampleFrame } from '../../origin/rtc/sample.ts';
import { until } from '../../support/until.ts';

/** A media packet as it was received. */
export interface ReceivedPacket {
	kind: 'audio' | 'video';
	payload: Buffer;
	timestamp: number;
	sequenceNumber: number;
}

/** Content of an offer. */
export interface ClientOptions {
	mode?: 'play' | 'publish';
	audio?: boolean;
	video?: boolean;
	dataChannel?: boolean;
}

/** Sends a signalling request. @param body sent as JSON unless it is a string */
export async function signal(origin: Origin, body: unknown, path = '/live/demo') {
	const response = await fetch(origin.url + path, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const reply = (await response.json()) as {
		code: number;
		message?: string;
		trace_id?: string;
		jsep?: { type: 'answer'; sdp: string };
	};
	return { status: response.status, reason: response.headers.get('x-tengine-error'), reply };
}

/** A valid signalling request to play a stream. */
export const playRequest = (origin: Origin, name: string, sdp: string) => ({
	version: 2,
	sdk_version: '0.0.1',
	mode: 'live',
	pull_streams: [{ url: `artc://127.0.0.1:${origin.port}/live/${name}`, amsid: ['rts audio'], vmsid: ['rts video'] }],
	jsep: { type: 'offer', sdp },
});

/** A valid signalling request to publish a stream. */
export const publishRequest = (origin: Origin, name: string, sdp: string) => ({
	version: 2,
	sdk_version: '0.0.1',
	mode: 'rtc',
	push_stream: `artc://127.0.0.1:${origin.port}/live/${name}`,
	jsep: { type: 'offer', sdp },
});

async function tryToConnect(
	origin: Origin,
	name: string,
	{ mode = 'play', audio = true, video = true, dataChannel = false }: ClientOptions,
) {
	const connection = new RTCPeerConnection({
		iceServers: [],
		iceAdditionalHostAddresses: ['127.0.0.1'],
		iceUseIpv4: false,
		iceUseIpv6: false,
		bundlePolicy: 'max-bundle',
		codecs: { audio: [useOPUS()], video: [useH264()] },
	});
	const packets: ReceivedPacket[] = [];
	let keyframeRequests = 0;
	connection.onTrack.subscribe((track) => {
		track.onReceiveRtp.subscribe(({ header: { timestamp, sequenceNumber }, payload }) => {
			packets.push({ kind: track.kind as 'audio' | 'video', payload, timestamp, sequenceNumber });
		});
	});
	const direction = mode === 'play' ? 'recvonly' : 'sendonly';
	const transceivers: Partial<Record<'audio' | 'video', RTCRtpTransceiver>> = {};
	if (audio) transceivers.audio = connection.addTransceiver('audio', { direction });
	if (video) transceivers.video = connection.addTransceiver('video', { direction });
	transceivers.video?.sender.onPictureLossIndication.subscribe(() => keyframeRequests++);
	if (dataChannel) connection.createDataChannel('GRTNDataChannel');
	await connection.setLocalDescription(await connection.createOffer());
	const request = mode === 'play' ? playRequest : publishRequest;
	const { status, reply } = await signal(
		origin,
		request(origin, name, connection.localDescription!.sdp),
		`/live/${name}`,
	);
	if (reply.jsep) await connection.setRemoteDescription(reply.jsep);
	else await connection.close();
	let sequenceNumber = 0;
	return {
		status,
		packets,
		/** Number of keyframe requests that were received. */
		keyframeRequests: () => keyframeRequests,
		/** Number of packets received. */
		count: (kind: 'audio' | 'video') => packets.filter((packet) => packet.kind === kind).length,
		dtlsState: () => connection.dtlsTransports[0]?.state,
		/** Requests a packet of video again (NACK). */
		async requestAgain(lost: number): Promise<void> {
			const mediaSourceSsrc = connection.getReceivers().find(({ kind }) => kind === 'video')!.tracks[0]!.ssrc!;
			const feedback = new GenericNack({ senderSsrc: 1, mediaSourceSsrc, lost: [lost] });
			await connection.dtlsTransports[0]!.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
		},
		/** Sends one frame of video. */
		async sendFrame(frame: SampleFrame, timestamp: number): Promise<void> {
			for (const [i, payload] of frame.payloads.entries()) {
				const marker = i === frame.payloads.length - 1;
				const header = new RtpHeader({ sequenceNumber: sequenceNumber++, timestamp, marker });
				await transceivers.video!.sender.sendRtp(new RtpPacket(header, payload));
			}
		},
		/** Ends the connection. werift sends no DTLS alert, so the other side is not notified. */
		close: () => connection.close(),
	};
}

/** A connected client, or one whose signalling failed. */
type Client = Awaited<ReturnType<typeof tryToConnect>>;

const clients: Client[] = [];

/** Closes what `connectClient` has connected. */
export async function closeClients(): Promise<void> {
	await Promise.all(clients.splice(0).map((client) => client.close()));
}

/**
 * Connects a WebRTC client in this process, without a browser. `closeClients` closes it, unless signalling fails.
 *
 * HACK(werift 0.24.4): as DTLS client it fails when it has to repeat its first message, which it does after 500 ms and so on
 * a busy machine. It is connected again then. Remove when werift accepts the answers to both messages.
 * @param name of the stream
 */
export async function connectClient(origin: Origin, name: string, options: ClientOptions = {}): Promise<Client> {
	const connections = () => origin.viewers(name) + origin.publishers().length;
	const before = connections();
	for (let attempt = 1; ; attempt++) {
		const client = await tryToConnect(origin, name, options);
		if (client.status !== 200) return client;
		clients.push(client);
		await until(() => /connected|failed/.test(client.dtlsState() ?? ''), 'DTLS is connected or has failed');
		if (client.dtlsState() === 'connected' || attempt === 3) return client;
		await client.close();
		await until(() => connections() === before, 'the failed connection is dropped');
	}
}
