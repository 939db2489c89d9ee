/** Milliseconds that what stands below the stage slides for. */
const SLIDE_TIME = 250;

/**
 * Enlarges the stage for a video that is taller than wide (`upright` on the root element), or makes it low again. That
 * moves what stands below, so it happens once a visit: a broadcaster who turns the phone again gets bars. Returns the
 * cleanup.
 * @param onShape called with the video's shape whenever that is known
 */
export function followShape(video: HTMLVideoElement, onShape: (upright: boolean) => void): () => void {
	const { classList } = document.documentElement;
	let moved = false;

	function update() {
		const { videoWidth, videoHeight } = video;
		if (!videoWidth) return;
		const upright = videoHeight > videoWidth;
		onShape(upright);
		if (moved || upright === classList.contains('upright')) return;
		moved = true;
		slide(() => classList.toggle('upright', upright));
		// The browser's own controls would jump.
		const { controls } = video;
		video.controls = false;
		if (controls) requestAnimationFrame(() => requestAnimationFrame(() => (video.controls = true)));
	}

	const types = ['loadedmetadata', 'resize'];
	for (const type of types) video.addEventListener(type, update);
	update();
	return () => types.forEach((type) => video.removeEventListener(type, update));
}

/** Changes the height of the stage: what stands below slides, or stays in place where it is scrolled. */
function slide(change: () => void) {
	const tabs = document.querySelector('.tabs')!;
	const panel = tabs.querySelector('.panel:not([aria-hidden])')!;
	const scroller = panel.querySelector('.scroller') || panel;
	const before = tabs.getBoundingClientRect().top;
	change();
	const distance = tabs.getBoundingClientRect().top - before;
	if (scroller.scrollTop) scroller.scrollTop += distance;
	else if (tabs.animate) {
		// In one step after a while, where no motion is wanted: engines count what moves at once as a layout shift.
		const easing = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'step-end' : 'ease-out';
		tabs.animate([{ transform: `translateY(${-distance}px)` }, {}], { duration: SLIDE_TIME, easing });
	}
}
