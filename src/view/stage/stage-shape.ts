/** Milliseconds. */
const SLIDE_TIME = 250;

/**
 * Fits the stage to the video (class `upright`), once per visit; later turns get bars. Returns the cleanup.
 *
 * @param onShape called whenever the shape is known
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
	}

	const types = ['loadedmetadata', 'resize'];
	for (const type of types) video.addEventListener(type, update);
	update();
	return () => types.forEach((type) => video.removeEventListener(type, update));
}

/** Slides the content below, unless it is scrolled and so stays where it is, and the controls at the bottom of the stage. */
function slide(change: () => void) {
	const sliding = [...document.querySelectorAll('.tabs, .controls')];
	const tops = () => sliding.map((element) => element.getBoundingClientRect().top);
	const before = tops();
	change();
	const after = tops();
	sliding.forEach((element, index) => {
		const distance = after[index]! - before[index]!;
		const panel = element.querySelector('.panel:not([aria-hidden])');
		const scroller = panel && (panel.querySelector('.scroller') || panel);
		if (scroller && scroller.scrollTop) scroller.scrollTop += distance;
		else if (element.animate) {
			// Delayed for reduced motion, as an immediate move is a layout shift.
			const easing = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'step-end' : 'ease-out';
			element.animate([{ transform: `translateY(${-distance}px)` }, {}], { duration: SLIDE_TIME, easing });
		}
	});
}
