/** The Live of spec §3 as it is stored. `{origin}` and `{host}` in texts are replaced by the address of the request. */
export interface Live {
	id: string;
	status: number | string;
	title: string;
	summary: string;
	description: string;
	coverImg: string;
	headPic: string;
	organizationId: number | string;
	organizationTitle: string;
	peopleCount: number | string;
	playbackUrl: string;
	originRts: string;
	inviteCode: string;
	oss: string;
	posPic: string;
	videoPic: string;
	shareUrl: string;
	/** Any other field that a test adds to the response. */
	[field: string]: unknown;
}

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
export interface NewsItem {
	newsid: number | string;
	newstitle: string;
	img?: string;
	headImg?: string;
	readnum?: number | string;
	commentCountNew?: number | string | null;
	[field: string]: unknown;
}

/** Replaces `{origin}` and `{host}` in every text of a value by the address of the request. */
export function withAddress<T>(value: T, protocol: string, host: string): T {
	const text = JSON.stringify(value).replaceAll('{origin}', `${protocol}://${host}`).replaceAll('{host}', host);
	return JSON.parse(text) as T;
}
