// In the HTML: each byte is paid before the first paint.
/** Whether an operator's pattern matches an address. The build refuses those that are slow. */
export const matchesPattern = (pattern: string, address: string): boolean => RegExp(pattern).test(address);
