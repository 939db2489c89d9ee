import { replyOf, type HttpClient } from './http-client.ts';
import type { LinkedFacts } from './look-at-sharing.ts';
import { pageHeaders } from './page-requests.ts';

/** An image that an answer of the API names. */
export interface ImageFacts extends LinkedFacts {
	/** Such as `coverImg`. */
	field: string;
}

/** Bytes that tell the kind of an image. */
const FIRST_BYTES = 4_096;

/** Fetches images as the page does. @param named by field, empty URLs included */
export const lookAtImages = (
	http: HttpClient,
	page: URL,
	named: [field: string, url: string][],
): Promise<ImageFacts[]> =>
	Promise.all(
		named
			.filter(([, url], index) => url && named.findIndex(([, other]) => other === url) === index)
			.map(async ([field, url]) => {
				const headers = pageHeaders(page, url, 'image');
				return { field, url, ...(await replyOf(http.follow(url, { headers, maxBytes: FIRST_BYTES }))) };
			}),
	);
