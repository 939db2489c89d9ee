import type { LIVE_EXAMPLE, NEWS_EXAMPLE, Raw } from '../../../src/api/examples.ts';

/**
 * The Live of spec §3 as it is stored, with any other field that a test adds. `{origin}` and `{host}` in texts are
 * replaced by the address of the request.
 */
export type Live = Raw<typeof LIVE_EXAMPLE> & { id: string; oss: string; [field: string]: unknown };

/** A comment of a live; it is also a stream chat record of that live's `oss`. */
export interface Comment {
	id: number;
	/** Empty: the official assistant. */
	nickname: string;
	content: string;
	/** `YYYY-MM-DD HH:mm:ss`. */
	createTime: string;
	userId: string;
}

/** A news item; fields may be absent and numbers may be strings, as in a real backend. */
export type NewsItem = Raw<typeof NEWS_EXAMPLE> & { [field: string]: unknown };

/** URL of a drawn image (`images/draw-image.ts`). */
export const imageUrl = (name: string) => `{origin}/media/pictures/${name}.svg`;

/** Replaces `{origin}` and `{host}` in every text of a value by the address of the request. */
export function withAddress<T>(value: T, protocol: string, host: string): T {
	const text = JSON.stringify(value).replaceAll('{origin}', `${protocol}://${host}`).replaceAll('{host}', host);
	return JSON.parse(text) as T;
}
