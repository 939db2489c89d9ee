/** Milliseconds per request, body included; also the longest `Retry-After` a read waits for. */
export const REQUEST_TIMEOUT = 10_000;
