import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { MediaSender, OpenViewer } from '../../origin/rtc/peer.ts';
import { OfferError, type PreparedOffer } from '../../origin/rtc/offer.ts';
import { attachPlugin } from './api.ts';

/** Has RTP sent to viewers by Janus. */
export interface JanusViewers {
	open: OpenViewer;
	close(): void;
}

const KINDS = ['audio', 'video'] as const;

/** Sockets at a port for RTP and the next one for RTCP. Janus sends to both, and gives up where one is not open. */
async function openSockets(): Promise<[rtp: Socket, rtcp: Socket]> {
	for (;;) {
		const rtp = createSocket('udp4').bind(0, '127.0.0.1');
		await once(rtp, 'listening');
		const rtcp = createSocket('udp4').bind(rtp.address().port + 1, '127.0.0.1');
		try {
			await once(rtcp, 'listening');
			return [rtp, rtcp];
		} catch {
			rtp.close();
			rtcp.close();
		}
	}
}

/** The description of plain RTP that is sent from a port, in the codecs of an offer. */
function describeRtp(port: number, { audio, video, videoParameters }: PreparedOffer): string {
	const section = (kind: string, type: number, lines: string[]) => [
		`m=${kind} ${port} RTP/AVP ${type}`,
		...lines.map((line) => line.replace(':', `:${type} `)),
		'a=sendonly',
	];
	return [
		'v=0',
		'o=- 1 1 IN IP4 127.0.0.1',
		's=-',
		'c=IN IP4 127.0.0.1',
		't=0 0',
		...(audio === null ? [] : section('audio', audio, ['a=rtpmap:opus/48000/2'])),
		...(video === null ? [] : section('video', video, ['a=rtpmap:H264/90000', `a=fmtp:${videoParameters}`])),
		'',
	].join('\r\n');
}

/** Makes viewers whose WebRTC is that of Janus: its NoSIP plugin answers an offer, and takes plain RTP for it. */
export async function createJanusViewers(api: string): Promise<JanusViewers> {
	const [rtp, rtcp] = await openSockets();
	const open: OpenViewer = async (offer) => {
		const connected: (() => void)[] = [];
		const closed: ((reason: string) => void)[] = [];
		const janus = await attachPlugin(api, 'janus.plugin.nosip', (event) => {
			if (event === 'webrtcup') for (const listener of connected) listener();
			if (event === 'hangup' || event === 'gone') void close(event);
		}).catch((error: Error) => {
			throw new OfferError(`no media server: ${error.message}`);
		});
		const close = async (reason: string) => {
			for (const listener of closed.splice(0)) listener(reason);
			await janus.close();
		};
		const { sdp } = await janus.request({ request: 'generate' }, { type: 'offer', sdp: offer.sdp });
		const answer = { request: 'process', type: 'answer', sdp: describeRtp(rtp.address().port, offer) };
		const { jsep } = await janus.request(answer);
		const [audio, video] = KINDS.map((kind, index): MediaSender | undefined => {
			const payloadType = offer[kind];
			if (payloadType === null) return undefined;
			const port = Number(RegExp(`^m=${kind} (\\d+)`, 'm').exec(sdp!)![1]);
			return {
				sender: {
					async sendRtp(packet) {
						Object.assign(packet.header, { payloadType, ssrc: index + 1 });
						rtp.send(packet.serialize(), port, '127.0.0.1');
					},
					// The sample has a keyframe each second.
					onPictureLossIndication: { subscribe() {} },
				},
			};
		});
		return {
			answer: jsep!.sdp,
			audio,
			video,
			onConnected: (listener) => void connected.push(listener),
			onClosed: (listener) => void closed.push(listener),
			close,
		};
	};
	return {
		open,
		close() {
			rtp.close();
			rtcp.close();
		},
	};
}
