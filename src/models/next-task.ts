/** Resolves in the next task, so that clicks on a slow phone need not wait for all work. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
