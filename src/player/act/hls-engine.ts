/**
 * Creates what leaves HLS to the engine that hls.js cannot play.
 *
 * @param restart ends what plays, then begins again as before
 */
export function createEngineFallback(video: HTMLVideoElement, restart: (begin: () => void) => void) {
	/** Addresses that the engine plays, and that it could not play either; '' for none. */
	let [byEngine, byNobody] = ['', ''];
	video.addEventListener('error', () => {
		if (!byEngine || video.getAttribute('src') !== byEngine) return;
		if (!video.readyState) byNobody = byEngine;
		byEngine = '';
	});
	return {
		/** Whether the engine plays an address. */
		plays: (url: string) => url === byEngine,
		/** Leaves an address to the engine, at a place. Returns whether that may be able to play it. */
		leave(url: string, place: number): boolean {
			const isTried = url === byNobody;
			byNobody = '';
			if (isTried || !video.canPlayType('application/vnd.apple.mpegurl')) return false;
			restart(() => {
				byEngine = video.src = url;
				if (place > 0) video.currentTime = place;
			});
			return true;
		},
	};
}
