/** Milliseconds per request, body included, and longest `Retry-After` that is waited for. */
export const REQUEST_TIMEOUT = 10_000;
