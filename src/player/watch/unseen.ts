/** Whether the video of a hidden page is seen, or the system suspends the page itself, as iOS does. */
export const isSeenElsewhere = (video: HTMLVideoElement): boolean =>
	!!(
		document.pictureInPictureElement ||
		document.fullscreenElement ||
		(video.remote && video.remote.state !== 'disconnected') ||
		(/^Apple/.test(navigator.vendor) && 'ontouchend' in document)
	);

/** Creates what tells, at each look, for how many milliseconds nobody has seen the video; 0: it is seen. */
export function createUnseen(video: HTMLVideoElement): (now: number, hidden: boolean) => number {
	let since = 0;
	return (now, hidden) => {
		since = hidden && !isSeenElsewhere(video) ? since || now : 0;
		return since && now - since;
	};
}
