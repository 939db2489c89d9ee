import { ErrorCode, rtsError } from './errors.ts';
import { hasH264 } from './sdp.ts';
import { readUserAgent } from './user-agent.ts';

/** What a support check found. `errorCode` 0 with an empty message means that all is well. */
export interface SupportResult {
	errorCode: number;
	message: string;
}

/** What the browser can do, as far as it was looked at. */
export interface Capabilities {
	/** It has peer connections. */
	webrtc: boolean;
	/** Its offer names H.264; left out when no video is wanted. */
	h264?: boolean;
}

/** Lowest versions (spec §5). DingTalk is judged by the version of iOS. X5 and the private web view of UC have none. */
const LOWEST: Record<string, string> = {
	Safari: '11',
	Chrome: '63',
	Edge: '79',
	Firefox: '62',
	Opera: '15',
	MicroMessenger: '7.0.9',
	DingTalk: '11.2.5',
	X5Core: '0',
	UC: '0',
};

/** Which of them are accepted where. */
const ACCEPTED: Record<string, string> = {
	iOS: 'Safari Edge MicroMessenger DingTalk',
	Android: 'Chrome Edge MicroMessenger X5Core UC',
	Mac: 'Safari Chrome Edge Firefox Opera',
	Windows: 'Chrome Edge Firefox Opera',
	Linux: 'Chrome Edge Firefox',
	Other: '',
};

const isAtLeast = (version: string, lowest: string): boolean => {
	const parts = version.split('.');
	for (const [index, part] of lowest.split('.').entries()) {
		if (index >= parts.length) break;
		const difference = Number(parts[index]) - Number(part);
		if (difference) return difference > 0;
	}
	return true;
};

/** Judges a browser by its user agent and what it can do (spec §5). Pure; asks nothing of the browser it runs in. */
export function checkSupport(userAgent: string, { webrtc, h264 }: Capabilities): SupportResult {
	const { os, osVersion, browser, version, electron } = readUserAgent(userAgent);
	const refuse = (errorCode: ErrorCode | 0, message: string): SupportResult => ({ errorCode, message });
	if (!webrtc) return refuse(ErrorCode.ERROR_NOTSUPPORT_WEBRTC, 'not support webrtc');
	if (!electron) {
		if (ACCEPTED[os]!.split(' ').indexOf(browser) < 0)
			return refuse(ErrorCode.ERROR_BROWSER_NOTSUPPORT, 'browser not support');
		if (!isAtLeast(browser === 'DingTalk' ? osVersion : version, LOWEST[browser]!))
			return refuse(ErrorCode.ERROR_BROWSER_VERSIONLOW, 'browser version too low');
	}
	if (h264 === false) return refuse(ErrorCode.ERROR_NOTSUPPORT_H264, 'not support h264');
	return refuse(0, '');
}

/** Probes for H.264, and milliseconds between them: Android may list it a moment after its first use only. */
const PROBES = 3;
const PROBE_INTERVAL = 1000;

/** Whether an offer of this browser names H.264. The probe connection is closed again. Rejects when no offer can be made. */
export async function offersH264(): Promise<boolean> {
	for (let probe = 1; ; probe++) {
		const pc = new RTCPeerConnection();
		try {
			const offer = await pc.createOffer({ offerToReceiveAudio: true, offerToReceiveVideo: true });
			const found = hasH264(offer.sdp);
			if (found || probe === PROBES || !/android/i.test(navigator.userAgent)) return found;
		} finally {
			pc.close();
		}
		await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL));
	}
}

/**
 * Tells whether this browser can play, as {@link checkSupport} judges it. Resolves with `errorCode` 0,
 * or rejects with an `RtsError` 10110 to 10114.
 */
export async function isSupport(info?: { isReceiveVideo?: boolean }): Promise<SupportResult> {
	const capabilities: Capabilities = { webrtc: typeof RTCPeerConnection !== 'undefined' };
	let result = checkSupport(navigator.userAgent, capabilities);
	if (!result.errorCode && info && info.isReceiveVideo) {
		try {
			capabilities.h264 = await offersH264();
		} catch {
			throw rtsError(ErrorCode.ERROR_CREATEOFFER, 'create offer error');
		}
		result = checkSupport(navigator.userAgent, capabilities);
	}
	if (result.errorCode) throw rtsError(result.errorCode, result.message);
	return result;
}
