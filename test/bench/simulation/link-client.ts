import type { Quality } from '../../../src/player/core/list-qualities.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import type { PlayClient, ReceivedStream } from '../../../src/rts/play/play.ts';
import type { Sample } from '../../../src/rts/play/sample.ts';
import { fakeClient } from '../../support/player.ts';
import { FREEZE } from '../figures.ts';
import { Connection } from './connection.ts';
import type { DuplexLink } from './duplex-link.ts';

const SAMPLE_INTERVAL = 200;

interface LinkClientOptions {
	link: DuplexLink;
	roundTrip: number;
	qualities: readonly Quality[];
	/** Milliseconds without a packet from the viewer after which the server closes. */
	sessionTimeout: number;
	now: () => number;
	/** A stream is shown. */
	onPlay: () => void;
	onConnect: (connection: Connection) => void;
	log: (line: string) => void;
}

/** A streaming client over a simulated link, with what it receives. */
export interface LinkClient extends PlayClient {
	/** Its connection. */
	current: Connection | null;
	/** Does what is due. */
	step: () => void;
}

/** Creates a client whose connections cross a simulated link. */
export function createLinkClient(options: LinkClientOptions): LinkClient {
	const { link, roundTrip, qualities, sessionTimeout, now, onPlay, onConnect, log } = options;
	const fake = fakeClient();
	let end = () => {};
	const fail = (errorCode: ErrorCode) => {
		log(`error ${errorCode}`);
		fake.error(errorCode);
	};

	/** Reports media as the client does: `canplay` at first, then samples. */
	function createReporter(connection: Connection, receiver: { jitterBufferTarget: number }) {
		let freezes = 0;
		let seen = 0;
		let hasMedia = false;
		return (): boolean => {
			const { totals, shown, audioOnly } = connection;
			for (; seen < shown.length; seen++) if (seen && shown[seen]! - shown[seen - 1]! > FREEZE) freezes++;
			if (!totals.bytes || now() % SAMPLE_INTERVAL) return hasMedia;
			if (!hasMedia) fake.event('canplay');
			hasMedia = true;
			const received = {
				type: 'inbound-rtp',
				packetsReceived: totals.packets,
				packetsLost: totals.lost,
				totalSamplesReceived: totals.sound,
				concealedSamples: totals.madeUp,
				freezeCount: freezes,
			};
			const pair = { type: 'candidate-pair', currentRoundTripTime: (totals.roundTrip ?? 0) / 1000 };
			const sample: Sample = {
				time: now(),
				audioBytes: totals.bytes - totals.videoBytes,
				videoBytes: totals.videoBytes,
				receivers: [receiver as RTCRtpReceiver],
				report: [received, pair] as unknown as RTCStatsReport,
			};
			if (!audioOnly) sample.frames = totals.frames;
			fake.sample(sample);
			return true;
		};
	}

	const client = Object.assign(fake, {
		current: null as LinkClient['current'],
		step() {},
		async unsubscribe() {
			end();
		},
		subscribe(address: string, { playTimeOut = 5_000 } = {}): Promise<ReceivedStream> {
			end();
			const index = qualities.findIndex((quality) => quality.address === address);
			const { kbps, audioOnly } = qualities[index]!;
			log(`connect ${index} within ${Math.round(playTimeOut)}`);
			const since = now();
			const isCurrent = () => client.current === connection;
			const connection = new Connection(kbps, audioOnly, link, roundTrip, since, {
				sessionTimeout,
				onClosed() {
					if (!isCurrent()) return;
					log('closed by the server');
					end();
					fake.event('ended');
				},
				onLost: () => isCurrent() && fail(ErrorCode.ERROR_PC_DISCONNECTED),
			});
			onConnect(connection);
			client.current = connection;
			return new Promise((resolve, reject) => {
				const errorCode = ErrorCode.ERROR_HTTPREQUEST_ERROR;
				end = () => {
					connection.close();
					if (isCurrent()) client.current = null;
					client.step = () => {};
					reject({ errorCode, message: 'Request aborted' });
					end = () => {};
				};
				const receiver = { jitterBufferTarget: 0 };
				const report = createReporter(connection, receiver);
				client.step = () => {
					connection.bufferTarget = receiver.jitterBufferTarget || 0;
					const { answered, connected } = connection;
					if (answered) resolve({ play: onPlay, stop() {} } as unknown as ReceivedStream);
					if (report() || now() - since < playTimeOut) return;
					if (!answered) {
						log('no answer');
						reject({ errorCode, message: 'timeout' });
						return end();
					}
					end();
					fail(connected ? ErrorCode.ERROR_PLAY_FAILED : ErrorCode.ERROR_PC_DISCONNECTED);
				};
			});
		},
	});
	return client;
}
