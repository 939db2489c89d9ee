/**
 * Removes from Chrome 78 what Safari 11 (and WebKit up to 13.0) lacks and the page or its libraries might use, because
 * Safari 11 runs only on its own phones. Runs in the page.
 */
export function removeWhatSafari11Lacks(): void {
	const scope = self as unknown as Record<string, any>;
	for (const name of [
		'globalThis',
		'queueMicrotask',
		'AbortController',
		'AbortSignal',
		'IntersectionObserver',
		'ResizeObserver',
		'visualViewport',
		'PointerEvent',
		'requestIdleCallback',
		'BigInt',
		'PerformancePaintTiming',
		'ReportingObserver',
		'OffscreenCanvas',
	])
		delete scope[name];
	const lacks: [object: object, ...names: string[]][] = [
		[Object, 'fromEntries'],
		[Array.prototype, 'flat', 'flatMap'],
		[String.prototype, 'matchAll', 'trimStart', 'trimEnd'],
		[Promise, 'allSettled'],
		[Promise.prototype, 'finally'],
		[Symbol, 'asyncIterator'],
		[Element.prototype, 'requestFullscreen', 'toggleAttribute'],
		[HTMLImageElement.prototype, 'loading', 'decode'],
		[MediaQueryList.prototype, 'addEventListener', 'removeEventListener'],
		[Navigator.prototype, 'connection', 'clipboard', 'sendBeacon'],
		[RTCRtpTransceiver.prototype, 'setCodecPreferences'],
		[RTCRtpReceiver, 'getCapabilities'],
		[RTCRtpReceiver.prototype, 'transport'],
	];
	for (const [object, ...names] of lacks) for (const name of names) delete (object as Record<string, unknown>)[name];
	// It knows transceivers, and no legacy options of an offer.
	const prototype = RTCPeerConnection.prototype as { createOffer(): Promise<unknown> };
	const { createOffer } = prototype;
	prototype.createOffer = function () {
		return createOffer.call(this);
	};
}
