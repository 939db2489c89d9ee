/** Cuts work into tasks, so that clicks on a slow phone wait for less. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Milliseconds, for pages that are not painted. */
const MAX_FRAME = 100;

/** Waits until the page has been painted. */
export const nextFrame = () =>
	new Promise<void>((resolve) => {
		requestAnimationFrame(() => setTimeout(resolve, 0));
		setTimeout(resolve, MAX_FRAME);
	});
