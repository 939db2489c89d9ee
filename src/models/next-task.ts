/** Cuts work into tasks, so that a click on a slow phone need not wait for all. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
