/** Looks after which a new picture is no longer waited for, as there may be sound alone: 3 s, but for times in which the page stands. */
const LOOKS = 30;
/** Milliseconds. */
const LOOK_INTERVAL = 100;

/**
 * Keeps the last picture over a video until it shows another, in a canvas: pixels of another host may be shown, not read.
 * Call before what is shown is taken away.
 */
export function keepPicture(video: HTMLVideoElement): void {
	const { nextElementSibling: kept, parentNode: parent } = video;
	if (!video.videoWidth || video.readyState < 2 || !parent) return;
	const canvas = document.createElement('canvas');
	canvas.width = video.videoWidth;
	canvas.height = video.videoHeight;
	const context = canvas.getContext('2d');
	if (!context) return;
	context.drawImage(video, 0, 0);
	canvas.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%;object-fit:contain;pointer-events:none';
	if (kept) kept.remove();
	parent.append(canvas);
	let looks = 0;
	const remove = () => {
		clearInterval(timer);
		video.removeEventListener('timeupdate', look);
		canvas.remove();
	};
	const look = () => video.videoWidth && video.readyState > 1 && remove();
	const timer = setInterval(() => ++looks < LOOKS || remove(), LOOK_INTERVAL);
	setTimeout(() => {
		// The element has let go of what it showed.
		if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(remove);
		else video.addEventListener('timeupdate', look);
	});
}
