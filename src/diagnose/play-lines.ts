import type { QualityFields } from '../api/fetch-live.ts';
import { isHls } from '../player/core/is-hls.ts';
import { isArtc, isWhep } from '../rts/play/address.ts';
import type { Level, Line } from './code.ts';
import { within } from './engine-lines.ts';

/** Milliseconds until a picture is given up, and from which on it is slow. */
const TIMEOUT = 10_000;
const SLOW = 4000;
/** Milliseconds between looks. */
const INTERVAL = 50;

type Describe = (description: RTCSessionDescriptionInit) => Promise<void>;
type AliRTS = {
	createClient(): {
		startLiveStream(url: string, video: HTMLVideoElement): Promise<unknown>;
		stopLiveStream(): unknown;
	};
};

const lineOf = (id: string, ms: number): Line => [id, ms < 0 ? 2 : ms < SLOW ? 0 : 1, ms < 0 ? undefined : ms];

/** What a failed request has of a refusal. */
interface Refusal {
	status?: number;
}

/** Resolves with the milliseconds from now to a picture; -1: none. */
function pictureOf(video: HTMLVideoElement): Promise<number> {
	const begun = performance.now();
	return new Promise((resolve) => {
		const timer = setInterval(() => {
			const time = performance.now() - begun;
			const isThere = video.videoWidth && video.readyState > 1;
			if (!isThere && !video.error && time < TIMEOUT) return;
			clearInterval(timer);
			resolve(isThere ? time : -1);
		}, INTERVAL);
	});
}

/** Plays a media URL. */
async function playUrl(video: HTMLVideoElement, url: string): Promise<number> {
	video.srcObject = null;
	video.src = url;
	Promise.resolve(video.play()).catch(() => {});
	const time = await pictureOf(video);
	video.removeAttribute('src');
	video.load();
	return time;
}

/** Plays a real-time stream over UDP or TCP alone. Milliseconds to its answer and its picture; -1: none. */
async function playRealTime(video: HTMLVideoElement, url: string, protocol: string) {
	const { AliRTS } = window as unknown as { AliRTS: AliRTS };
	const { prototype } = RTCPeerConnection;
	const original = prototype.setRemoteDescription;
	let candidates = -1;
	let answered = -1;
	const begun = performance.now();
	prototype.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp = '' }: RTCSessionDescriptionInit) {
		candidates = 0;
		answered = performance.now() - begun;
		const kept = sdp.replace(/^a=candidate:\S+ \d+ (\w+) .*\r?\n/gm, (line, used: string) => {
			if (used.toLowerCase() !== protocol) return '';
			candidates++;
			return line;
		});
		return (original as Describe).call(this, { type, sdp: kept });
	} as typeof original;
	const client = AliRTS.createClient();
	const picture = pictureOf(video);
	let refusal: Refusal = {};
	const onFailed = (error: Refusal) => (refusal = error);
	await within(client.startLiveStream(url, video).catch(onFailed), undefined, TIMEOUT);
	const ms = candidates > 0 ? await picture : -1;
	client.stopLiveStream();
	video.srcObject = null;
	prototype.setRemoteDescription = original;
	return { answered, ms, status: refusal.status };
}

/** Milliseconds until bytes of a live stream by HTTP have come that a picture may begin with; -1: none. Throws a refusal. */
async function streamOverHttp(url: string): Promise<number> {
	const begun = performance.now();
	const response = await fetch(url);
	if (!response.ok) throw response;
	if (!response.body) return -1;
	const reader = response.body.getReader();
	let bytes = 0;
	// Headers alone come without a picture.
	while (bytes < 4096) {
		const { value, done } = await reader.read();
		if (done) return -1;
		bytes += value.length;
	}
	reader.cancel();
	return performance.now() - begun;
}

/** As {@link streamOverHttp}, of the first segment that an HLS list leads to. */
async function segmentOf(url: string, depth = 0): Promise<number> {
	const begun = performance.now();
	const response = await fetch(url);
	if (!response.ok) throw response;
	const [first = ''] = /^[^#\s].*/m.exec(await response.text()) || [];
	if (!first || depth > 1) return -1;
	const next = new URL(first, new URL(url, location.href)).href;
	const ms = await (isHls(next) ? segmentOf(next, depth + 1) : streamOverHttp(next));
	return ms < 0 ? ms : performance.now() - begun;
}

const loadScript = (src: string) =>
	new Promise((resolve, reject) => {
		document.head.appendChild(
			Object.assign(document.createElement('script'), { src, onload: resolve, onerror: reject }),
		);
	});

/** Finds the addresses in an answer of the API, as the page plays them. Throws unless it is a record. */
export function addressesOf(recData: unknown, fields: QualityFields) {
	if (Object(recData) !== recData) throw new TypeError('no recData');
	const raw = recData as Record<string, unknown>;
	const isLive = ![0, 2, 3].includes(parseInt(`${raw.status}`));
	const [first, rest] = isLive
		? [raw.originRts, raw[fields.qualities]]
		: [raw.playbackUrl, raw[fields.playbackQualities]];
	const all = [first].concat(Array.isArray(rest) ? rest.map((one) => Object(one).url) : []);
	const texts = all.filter((one): one is string => !!one && typeof one === 'string');
	return { isLive, listed: texts.map((url) => url.trim().replace(/^http:/, location.protocol)) };
}

/** See {@link addressesOf}. */
export type Addresses = ReturnType<typeof addressesOf>;

/** Plays a live in each way that its addresses allow. `whep` is the setting; `hasWebRtc`: with H.264. */
export async function playLines(
	video: HTMLVideoElement,
	{ isLive, listed }: Addresses,
	whep: string,
	hasWebRtc: boolean,
): Promise<Line[]> {
	const isRealTime = (url: string) => isArtc(url) || isWhep(url) || (!!whep && RegExp(whep).test(url));
	const find = (pattern: RegExp) => listed.find((url) => !isRealTime(url) && pattern.test(url.replace(/[?#].*/, '')));
	const [realTime, hls, flv] = [listed.find(isRealTime), listed.find(isHls), isLive && find(/\.(flv|mp4)$/i)];
	const file = !isLive && find(/\.(?!m3u8)\w+$/i);
	const lines: Line[] = [];
	if (realTime && hasWebRtc) {
		const url = /^http/.test(realTime) ? realTime.replace(/^http/, 'whep') : realTime;
		await within(loadScript('./rts.global.js'), undefined, TIMEOUT);
		const udp = await playRealTime(video, url, 'udp');
		lines.push(udp.status ? ['st', 2, udp.status] : lineOf('sg', udp.answered));
		let { ms } = udp;
		// What is not answered says nothing of how media travel.
		if (udp.answered >= 0) {
			const tcp = await playRealTime(video, url, 'tcp');
			const passes = (time: number): Level => (time < 0 ? 1 : 0);
			lines.push(['ud', passes(ms)], ['tc', passes(tcp.ms)]);
			if (ms < 0) ms = tcp.ms;
		}
		lines.push(lineOf('fw', ms));
	}
	const onFailed = ({ status }: Refusal) => {
		if (status) lines.push(['st', 2, status]);
		return -1;
	};
	const orRefused = (time: Promise<number>) => within(time.catch(onFailed), -1, TIMEOUT);
	if (flv) lines.push(lineOf('ff', await orRefused(streamOverHttp(flv))));
	// As the page: by a script where there is Media Source.
	const playHls = (url: string) => (window.MediaSource ? orRefused(segmentOf(url)) : playUrl(video, url));
	if (hls) lines.push(lineOf('fh', await playHls(hls)));
	if (file) lines.push(lineOf('fv', await playUrl(video, file)));
	return lines;
}
