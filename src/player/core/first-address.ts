/** Addresses of the first picture, `rts.first` (`docs/decisions/first-picture.md`). */
import type { Config } from '../../config.ts';

/** The `stream` of a query, as in addresses of SRS and ZLMediaKit, or the last part of the path. */
const nameOf = (address: string) =>
	(/[?&]stream=([^&@]*)/.exec(address) || [, address.replace(/^[^?]*\/|[?@].*/g, '')])[1]!;

/** Fills in `{id}` and `{stream}`; '' where that is needed and not known. @param originRts may have `{id}`, too */
export function firstAddress(first: string, id: string, originRts: string): string {
	const name = nameOf(originRts);
	return name || !first.includes('{stream}') ? first.replace('{stream}', () => name).replace('{id}', id) : '';
}

/** What an answer says of a broadcast. */
interface Answer {
	originRts: string;
	raw?: { firstUrl?: unknown } | undefined;
}

/** Where the first picture of a broadcast comes from: as its answer says, else by `rts.first`; '' for nowhere. */
export function firstOf({ api, rts }: Config, id: string, { originRts, raw }: Answer): string {
	const own = rts.first && raw && raw[(api.fields.firstUrl || 'firstUrl') as 'firstUrl'];
	return `${own || firstAddress(rts.first, id, originRts)}`;
}

/**
 * Whether an address is of the stream that an answer names.
 *
 * @param first of the answer ({@link firstOf})
 * @param byRule by `rts.first`; another one of an answer is of another host, or signed
 */
export const isOfStream = (address: string, first: string, byRule: string): boolean =>
	first === address || (first !== byRule && nameOf(first) === nameOf(address));
