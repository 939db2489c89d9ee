import { showNumbers } from './elements.ts';

/** Shows each second what a connection has sent since the last time. Returns what ends it. */
export function watchSending(connection: RTCPeerConnection): () => void {
	let before = { time: performance.now(), bytes: 0, frames: 0 };
	const timer = setInterval(async () => {
		const now = { time: performance.now(), bytes: 0, frames: 0 };
		let lost: number | undefined;
		let roundTrip: number | undefined;
		(await connection.getStats()).forEach(({ type, kind, ...report }) => {
			if (type === 'outbound-rtp') {
				now.bytes += report.bytesSent;
				if (kind === 'video') now.frames += report.framesEncoded;
			}
			if (type === 'remote-inbound-rtp' && kind === 'video') lost = report.packetsLost;
			if (type === 'candidate-pair' && report.nominated) roundTrip = Math.round(report.currentRoundTripTime * 1000);
		});
		const seconds = (now.time - before.time) / 1000;
		showNumbers({
			'kbit/s': Math.round((now.bytes - before.bytes) / 125 / seconds),
			'frames/s': Math.round((now.frames - before.frames) / seconds),
			'packets lost': lost,
			'round trip, ms': roundTrip,
		});
		before = now;
	}, 1000);
	return () => clearInterval(timer);
}
