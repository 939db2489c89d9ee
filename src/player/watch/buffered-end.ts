/** Seconds up to which a video is buffered from a place; the place itself where it is not. */
export function bufferedEnd({ buffered }: Pick<HTMLVideoElement, 'buffered'>, place: number): number {
	for (let i = 0; i < buffered.length; i++)
		if (buffered.start(i) <= place + 0.1 && buffered.end(i) > place) return buffered.end(i);
	return place;
}

/** Seconds at which what is buffered next after a place begins; Infinity if nothing is. */
export function bufferedNext({ buffered }: Pick<HTMLVideoElement, 'buffered'>, place: number): number {
	for (let i = 0; i < buffered.length; i++) if (buffered.start(i) > place) return buffered.start(i);
	return Infinity;
}
