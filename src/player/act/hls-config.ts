/** How hls.js is set up. See `docs/decisions/hls.md`. */
import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js';

/** Seconds loaded ahead. */
export const BUFFER = 30;
/** Seconds loaded ahead while paused. */
export const PAUSED_BUFFER = 10;
/** Seconds kept behind. */
const BACK_BUFFER = 30;
/** Milliseconds to the first byte of a segment: what came before it may still fill a slow link's queues. */
const FIRST_BYTE_TIME = 30_000;
/** Of the link while nothing is known of it, in kbit/s. */
const UNKNOWN_KBPS = 600;
/** Share of the link's rate that the first level may need, as nothing is loaded ahead yet; a better one follows. */
const FIRST_SHARE = 1 / 3;

const policyOf = (
	{ default: policy }: LoadPolicy,
	errorRetry: RetryConfig,
	maxTimeToFirstByteMs = policy.maxTimeToFirstByteMs,
): LoadPolicy => ({
	default: Object.assign({}, policy, { maxTimeToFirstByteMs, timeoutRetry: errorRetry, errorRetry }),
});

/**
 * Settings of an instance.
 *
 * @param defaults those of hls.js
 * @param kbps rate of the link; 0 while unknown
 */
export function configOf(defaults: HlsConfig, kbps: number, startPosition: number): Partial<HlsConfig> {
	// Once, then by another level or the second of two equal streams. Where there is none, for ever: the limit paces it
	// (`hls-loader.ts`), and the page ends it (`hls-playback.ts`).
	const retry: RetryConfig = {
		...{ maxNumRetry: Infinity, retryDelayMs: 0, maxRetryDelayMs: 0 },
		shouldRetry: (_config, count, _isTimeout, _response, isRetried) => isRetried && !count,
	};
	return {
		startPosition,
		// By the rate of the link: the first one of a list is often the best.
		startLevel: -1,
		abrEwmaDefaultEstimate: (kbps || UNKNOWN_KBPS) * FIRST_SHARE * 1000,
		// Otherwise the first segment is loaded to measure the link, and thrown away.
		testBandwidth: false,
		// The page's policy allows no worker.
		enableWorker: false,
		// The first segment of all is decoded as it comes; one in the midst may begin with no keyframe.
		progressive: !startPosition,
		// It would be a child of the element, whose address tells what plays.
		preferManagedMediaSource: false,
		backBufferLength: BACK_BUFFER,
		maxBufferLength: BUFFER,
		// Otherwise ten minutes of a low rate.
		maxMaxBufferLength: BUFFER,
		fragLoadPolicy: policyOf(defaults.fragLoadPolicy, retry, FIRST_BYTE_TIME),
		keyLoadPolicy: policyOf(defaults.keyLoadPolicy, retry),
		playlistLoadPolicy: policyOf(defaults.playlistLoadPolicy, retry),
	};
}
