import * as assert from 'uvu/assert';

/** The error that something rejects with. */
export async function rejection(
	promise: Promise<unknown>,
): Promise<
	Error & { code?: string; status?: number; response?: { status: number }; retryAfter?: number; reason?: string }
> {
	try {
		await promise;
	} catch (error) {
		assert.instance(error, Error);
		return error as Error;
	}
	throw new Error('it did not reject');
}
