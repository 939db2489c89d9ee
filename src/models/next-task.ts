/** Cuts work into tasks, so that clicks on a slow phone wait for less. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
