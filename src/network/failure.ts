/** Classifies failed requests: whether a server has answered, and whether a repeat can help. */

const statusOf = (error: unknown): number => (Object(error) as { status?: number }).status || 0;

/** Whether a server has answered; some browsers always claim to be offline. */
export const isAnswer = (error: unknown): boolean => statusOf(error) > 0;

/** Whether it has refused, so that no repeat can help. */
export function isRefused(error: unknown): boolean {
	const status = statusOf(error);
	return status > 399 && status < 500 && status !== 429;
}
