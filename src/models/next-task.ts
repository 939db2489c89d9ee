/** Cuts work into tasks, so that a click on a slow phone waits for one of them and not for all. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
