import { ErrorCode, rtsError } from './errors.ts';
import { hasH264 } from './sdp.ts';
import { readUserAgent } from './user-agent.ts';

/** Result of a support check (spec §3). `errorCode` 0 with an empty message means supported. */
export interface SupportResult {
	errorCode: number;
	message: string;
}

/** Capabilities of the browser, as far as they were probed. */
export interface Capabilities {
	/** It has peer connections. */
	webrtc: boolean;
	/** Its offer lists H.264; left out when it was not probed. */
	h264?: boolean;
}

/** Minimum browser versions (spec §5). For DingTalk it is the version of iOS. X5 and the private web view of UC have no minimum. */
const MIN_VERSIONS: Record<string, string> = {
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

/** Browsers accepted on each system (spec §5). */
const BROWSERS_BY_OS: Record<string, string> = {
	iOS: 'Safari Edge MicroMessenger DingTalk',
	Android: 'Chrome Edge MicroMessenger X5Core UC',
	Mac: 'Safari Chrome Edge Firefox Opera',
	Windows: 'Chrome Edge Firefox Opera',
	Linux: 'Chrome Edge Firefox',
	Other: '',
};

/** Compares dotted versions up to the shorter length, as the SDK does: beyond it the difference is NaN. */
const isAtLeast = (version: string, minimum: string): boolean => {
	const parts = version.split('.');
	for (const [index, part] of minimum.split('.').entries()) {
		const difference = Number(parts[index]) - Number(part);
		if (difference) return difference > 0;
	}
	return true;
};

/** Checks a browser by user agent and capabilities (spec §5). Pure: does not look at the browser it runs in. */
export function checkSupport(userAgent: string, { webrtc, h264 }: Capabilities): SupportResult {
	const { os, osVersion, browser, version, electron } = readUserAgent(userAgent);
	const result = (errorCode: ErrorCode | 0, message: string): SupportResult => ({ errorCode, message });
	if (!webrtc) return result(ErrorCode.ERROR_NOTSUPPORT_WEBRTC, 'not support webrtc');
	if (!electron) {
		if (BROWSERS_BY_OS[os]!.split(' ').indexOf(browser) < 0)
			return result(ErrorCode.ERROR_BROWSER_NOTSUPPORT, 'browser not support');
		if (!isAtLeast(browser === 'DingTalk' ? osVersion : version, MIN_VERSIONS[browser]!))
			return result(ErrorCode.ERROR_BROWSER_VERSIONLOW, 'browser version too low');
	}
	if (h264 === false) return result(ErrorCode.ERROR_NOTSUPPORT_H264, 'not support h264');
	return result(0, '');
}

/** Offers created to find H.264 on Android, which may list it only some time after the first offer; as the SDK 2.2.7 does. */
const MAX_PROBES = 3;
/** Milliseconds between two probes. */
const PROBE_INTERVAL = 1000;

/** Whether an offer of this browser lists H.264. Closes the connection it probes with. Rejects when no offer can be created. */
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

/**
 * Checks with {@link checkSupport} whether this browser can play. Resolves with `errorCode` 0,
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
