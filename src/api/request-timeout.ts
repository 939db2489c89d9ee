/** Milliseconds a request may take, head and body together, and the longest pause between attempts that a server may demand. */
export const REQUEST_TIMEOUT = 10_000;
