/** Seconds that must be buffered to begin. */
const BEGIN = 1.5;
/** Seconds by which a place may be missed. */
const TOLERANCE = 0.2;

/** Seconds up to which a video is buffered from a place; the place itself where it is not. */
export function bufferedEnd({ buffered }: Pick<HTMLVideoElement, 'buffered'>, place: number): number {
	for (let i = 0; i < buffered.length; i++)
		if (buffered.start(i) <= place + 0.1 && buffered.end(i) > place) return buffered.end(i);
	return place;
}

/**
 * Loads another quality of a recording beside what plays, in an element that is never seen or heard: engines keep what
 * it has loaded for the one that plays (Chromium in memory, others in the HTTP cache).
 */
export function loadBeside(address: string, from: number) {
	const video = document.createElement('video');
	video.muted = true;
	video.preload = 'auto';
	video.addEventListener('loadedmetadata', () => (video.currentTime = from), { once: true });
	video.src = address;
	return {
		from,
		/** Whether it could play at a place. */
		isReady(place: number): boolean {
			const at = Math.max(from, place);
			return video.readyState > 0 && bufferedEnd(video, at) - at >= Math.min(BEGIN, video.duration - at - TOLERANCE);
		},
		drop(): void {
			video.removeAttribute('src');
			video.load();
		},
	};
}

/**
 * Keeps the last picture over a video until it plays, in a canvas: pixels of another host may be shown, not read. During
 * a seek, too: Chromium still gives the picture that it shows; one that is kept already stays.
 */
function keepPicture(video: HTMLVideoElement): void {
	const last = video.nextElementSibling;
	if (!video.videoWidth || (last && video.readyState < 2)) return;
	const canvas = document.createElement('canvas');
	canvas.width = video.videoWidth;
	canvas.height = video.videoHeight;
	const context = canvas.getContext('2d');
	if (!context) return;
	context.drawImage(video, 0, 0);
	canvas.style.cssText = 'position:absolute;top:0;left:0;width:100%;height:100%;object-fit:contain;pointer-events:none';
	if (last) last.remove();
	video.parentElement!.append(canvas);
	video.addEventListener('playing', () => canvas.remove(), { once: true });
}

/** Puts another address into a video, at a place, under its last picture. `load` sets the address. */
export function replaceAddress(video: HTMLVideoElement, place: number, plays: boolean, load: () => void): void {
	keepPicture(video);
	load();
	if (video.readyState < 1) video.currentTime = place;
	video.addEventListener(
		'loadedmetadata',
		() => {
			if (Math.abs(video.currentTime - place) > TOLERANCE) video.currentTime = place;
		},
		{ once: true },
	);
	// Without its data a paused one shows nothing.
	if (!plays) return void (video.preload = 'auto');
	const playing = video.play() as Promise<void> | undefined;
	if (playing) playing.catch(() => {});
}
