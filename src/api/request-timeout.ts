/** Milliseconds per request, body included, and longest `Retry-After` waited for. */
export const REQUEST_TIMEOUT = 10_000;
