/** Addresses of the first picture, `rts.first` (`docs/decisions/first-picture.md`). */

/** The `stream` of a query, as in addresses of SRS and ZLMediaKit, or the last part of the path. */
const nameOf = (address: string) =>
	(/[?&]stream=([^&@]*)/.exec(address) || [, address.replace(/^[^?]*\/|[?@].*/g, '')])[1]!;

/** Fills in `{id}` and `{stream}`; '' where that is needed and not known. @param originRts may have `{id}`, too */
export function firstAddress(first: string, id: string, originRts: string): string {
	const name = nameOf(originRts);
	return name || !first.includes('{stream}') ? first.replace('{stream}', () => name).replace('{id}', id) : '';
}

/** Whether an address is of the stream that an answer names. @param own of the answer, by another host or signature */
export const isOfStream = (address: string, first: string, id: string, originRts: string, own: unknown): boolean =>
	own ? nameOf(`${own}`) === nameOf(address) : firstAddress(first, id, originRts) === address;
