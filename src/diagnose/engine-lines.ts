import { engineOf } from '../visit/engine.ts';
import type { Level, Line } from './code.ts';
import { soundUrl } from './sound-url.ts';

/** Versions of engines from which on the page is made for them (spec §5). */
const FLOOR: Record<string, number> = { chrome: 63, ios: 11, safari: 11, firefox: 62 };
const H264 = 'video/mp4;codecs="avc1.42E01E"';
const H265 = 'video/mp4;codecs="hvc1.1.6.L93.B0"';

const orNot = (good: unknown, otherwise: Level): Level => (good ? 0 : otherwise);

/** Resolves with `late` unless `result` settles in time, in milliseconds. Never rejects. */
export const within = <T>(result: Promise<T>, late: T, time = 3000): Promise<T> =>
	Promise.race([result.catch(() => late), new Promise<T>((resolve) => setTimeout(resolve, time, late))]);

/** Whether an offer has H.264. */
async function offersH264(): Promise<boolean> {
	const connection = new RTCPeerConnection();
	try {
		if (connection.addTransceiver) connection.addTransceiver('video', { direction: 'recvonly' });
		const { sdp = '' } = await connection.createOffer({ offerToReceiveVideo: true });
		return /H264/i.test(sdp);
	} finally {
		connection.close();
	}
}

const canPlay = (muted: boolean): Promise<boolean> => {
	const media = document.createElement('video');
	media.muted = muted;
	media.setAttribute('playsinline', '');
	media.src = soundUrl(false);
	// Old engines return undefined.
	const playing = Promise.resolve(media.play()).then(() => true);
	return within(playing, false);
};

async function autoplay(): Promise<Level> {
	if (await canPlay(false)) return 0;
	return orNot(await canPlay(true), 2) || 1;
}

/** Abilities of the engine. */
export async function engineLines(): Promise<Line[]> {
	const engine = engineOf(navigator.userAgent);
	const [, name = '', version] = /(\w+?)(\d+)$/.exec(engine.replace(/.*\./, '')) || [];
	const { MediaSource, ManagedMediaSource, RTCPeerConnection, WeixinJSBridge } = window as unknown as {
		[name: string]: { isTypeSupported(type: string): boolean } | undefined;
	};
	const source = ManagedMediaSource || MediaSource;
	const element = document.createElement('video');
	const takes = (type: string) => (source && source.isTypeSupported(type)) || element.canPlayType(type);
	const byWebRtc = RTCPeerConnection ? await within(offersH264(), false) : false;
	const lines: Line[] = [
		['en', orNot(Number(version) >= (FLOOR[name] || 0), 1)],
		['rt', orNot(byWebRtc, 1)],
		['h4', orNot(byWebRtc || takes(H264), 2)],
		['h5', orNot(takes(H265), 1)],
		['ms', orNot(source && source.isTypeSupported(H264), 1)],
		['hl', orNot(source || element.canPlayType('application/vnd.apple.mpegurl'), 2)],
		['au', await autoplay()],
	];
	if (/^wechat/.test(engine)) lines.splice(1, 0, ['wx', orNot(WeixinJSBridge, 1)]);
	return lines;
}
