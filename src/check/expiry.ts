/** Milliseconds for which a URL should stay valid. */
export const MIN_VALID = 3_600_000;

/** Seconds since 1970, in decimal or hexadecimal. */
const SECONDS = /^(?:1[5-9]\d{8}|[2-3]\d{9})$/;
const HEX_SECONDS = /^[5-9a-f][\da-f]{7}$/i;
/** `20260101T000000Z`. */
const BASIC_DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/**
 * When a signed URL ceases to be valid, by the parameters of the usual storage services and CDNs: milliseconds since
 * 1970; Infinity where none says so. The time in `auth_key` may be that of signing, so one that is past says nothing.
 */
export function expiryOf(url: string, now: number): number {
	const query = new Map([...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]));
	const of = (...names: string[]) => names.map((name) => query.get(name)).find(Boolean) ?? '';
	const date = of('x-amz-date', 'x-oss-date', 'x-goog-date', 'x-tos-date');
	const signed = Date.parse(date.replace(BASIC_DATE, '$1-$2-$3T$4:$5:$6Z'));
	const seconds = Number(of('x-amz-expires', 'x-oss-expires', 'x-goog-expires', 'x-tos-expires'));
	if (signed && seconds) return signed + seconds * 1000;
	const plain = of('expires', 'e', 'deadline', 'expire', 'wstime');
	if (SECONDS.test(plain)) return Number(plain) * 1000;
	const hex = of('txtime', 'wstime', 't');
	if (HEX_SECONDS.test(hex)) return Number.parseInt(hex, 16) * 1000;
	const key = Number(/^(\d{10})-/.exec(of('auth_key'))?.[1] ?? 0) * 1000;
	return key > now ? key : Infinity;
}
