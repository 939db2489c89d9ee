/** How hls.js is set up, and what of it is mended. See `docs/decisions/hls.md`. */
import type HlsClass from 'hls.js';
import type { HlsConfig, Loader, LoaderContext } from 'hls.js';

/** Seconds loaded ahead. */
export const BUFFER = 30;
/** Seconds loaded ahead while paused. */
export const PAUSED_BUFFER = 10;
/** Seconds kept behind. */
const BACK_BUFFER = 30;
export const CONFIG: Partial<HlsConfig> = {
	// By the rate of the link: the first one of a list is often the best.
	startLevel: -1,
	// Otherwise the first segment is loaded to measure the link, and thrown away.
	testBandwidth: false,
	// The page's policy allows no worker.
	enableWorker: false,
	// Off where a segment may begin with no keyframe.
	progressive: true,
	// It would be a child of the element, whose address tells what plays.
	preferManagedMediaSource: false,
	backBufferLength: BACK_BUFFER,
	maxBufferLength: BUFFER,
	// Otherwise ten minutes of a low rate.
	maxMaxBufferLength: BUFFER,
};

/** Bytes of a segment that are decoded at once; those of hls.js, 128 kB, take 1.5 s of 700 kbit/s. */
const CHUNK = 16_384;

/** Makes a loader of hls.js that passes a segment on in chunks; what it loads whole, it still does. */
export const inChunks = (Loader: HlsConfig['loader']): HlsConfig['loader'] =>
	class extends Loader {
		override load(...[context, config, callbacks]: Parameters<Loader<LoaderContext>['load']>): void {
			const highWaterMark = isFinite(config.highWaterMark!) ? CHUNK : config.highWaterMark!;
			super.load(context, Object.assign({}, config, { highWaterMark }), callbacks);
		}
	};

/** Seconds by which sound or video may end before their segment does. */
const EDGE = 0.1;

/** What {@link mend} needs of hls.js. */
interface StreamController {
	getFragmentAtPosition(bufferEnd: number, ...rest: unknown[]): unknown;
	resetLoadingState(): void;
	resetTransmuxer(): void;
}

/**
 * HACK(hls.js 1.5): after a change of level it loads a segment again whose end is buffered but for a few milliseconds,
 * and it mixes up what it has decoded of a segment that a seek cuts off with the next. Remove when it does neither.
 */
export function mend(hls: HlsClass): void {
	const controller = (hls as unknown as { streamController: StreamController }).streamController;
	const { getFragmentAtPosition, resetLoadingState } = controller;
	controller.getFragmentAtPosition = (bufferEnd, ...rest) =>
		getFragmentAtPosition.call(controller, bufferEnd + EDGE, ...rest);
	controller.resetLoadingState = () => {
		resetLoadingState.call(controller);
		controller.resetTransmuxer();
	};
}
