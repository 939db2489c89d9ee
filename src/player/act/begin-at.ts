/** Has an element begin at a place, in seconds, where it would begin at its start; at none beyond its end. */
export function beginAt(video: HTMLVideoElement, place: number): void {
	const seek = () => {
		if (place && place < video.duration) video.currentTime = place;
	};
	if (video.readyState) seek();
	else video.addEventListener('loadedmetadata', () => video.currentTime || seek(), { once: true });
}
