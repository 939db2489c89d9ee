import { ERROR_MESSAGES, ErrorCode, rtsError } from '../play/errors.ts';
import { hasH264 } from '../play/sdp.ts';
import { BROWSERS, readUserAgent } from './user-agent.ts';

/** Result of a support check (spec §3); 0: supported. */
export interface SupportResult {
	errorCode: number;
	message: string;
}

/** Probed capabilities. */
export interface Capabilities {
	webrtc: boolean;
	/** Offers H.264; missing if not probed. */
	h264?: boolean;
}

/** Compares versions up to the shorter length, as the SDK does. */
const isAtLeast = (version: string, minimum: string): boolean => {
	const parts = version.split('.');
	const differences = minimum.split('.').map((part, index) => +parts[index]! - +part);
	return (differences.find(Boolean) || 0) >= 0;
};

/** Error from the table (spec §5); 0: supported. */
export function supportError(userAgent: string, webrtc: boolean): ErrorCode | 0 {
	if (!webrtc) return ErrorCode.ERROR_NOTSUPPORT_WEBRTC;
	const { os, osVersion, browser, version, electron } = readUserAgent(userAgent);
	const [, , minimum = '', systems = ''] = BROWSERS.find(([name]) => name === browser) || [];
	if (electron) return 0;
	if (!systems.includes(os)) return ErrorCode.ERROR_BROWSER_NOTSUPPORT;
	return isAtLeast(browser === 'DingTalk' ? osVersion : version, minimum) ? 0 : ErrorCode.ERROR_BROWSER_VERSIONLOW;
}

/** Checks a browser by the table and its capabilities (spec §5). */
export function checkSupport(userAgent: string, { webrtc, h264 }: Capabilities): SupportResult {
	const errorCode = supportError(userAgent, webrtc) || (h264 === false ? ErrorCode.ERROR_NOTSUPPORT_H264 : 0);
	return { errorCode, message: ERROR_MESSAGES[errorCode] || '' };
}

/** Offers to find H.264 on Android, which may list it late; as in the SDK 2.2.7. */
const MAX_PROBES = 3;
/** Milliseconds between probes. */
const PROBE_INTERVAL = 1000;

/** Whether this browser offers H.264. Rejects without an offer. */
export async function offersH264(): Promise<boolean> {
	for (let probe = 1; ; probe++) {
		const pc = new RTCPeerConnection();
		try {
			const offer = await pc.createOffer({ offerToReceiveAudio: true, offerToReceiveVideo: true });
			const found = hasH264(offer.sdp);
			if (found || probe === MAX_PROBES || !/android/i.test(navigator.userAgent)) return found;
		} finally {
			pc.close();
		}
		await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL));
	}
}

/** Checks this browser. Rejects with an `RtsError` 10110 to 10114. */
export async function isSupport(info?: { isReceiveVideo?: boolean }): Promise<SupportResult> {
	const webrtc = typeof RTCPeerConnection !== 'undefined';
	const check = (h264?: boolean) => checkSupport(navigator.userAgent, { webrtc, h264 });
	const noOffer = () => {
		throw rtsError(ErrorCode.ERROR_CREATEOFFER);
	};
	let result = check();
	if (info && info.isReceiveVideo && !result.errorCode) result = check(await offersH264().catch(noOffer));
	if (result.errorCode) throw rtsError(result.errorCode);
	return result;
}
