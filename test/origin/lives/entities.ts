/** The Live of spec §3 as the origin keeps it. `{origin}` and `{host}` in texts become the address the request came to. */
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
	/** Anything else a test wants to see in the answer. */
	[field: string]: unknown;
}

/** A comment of a live; the stream chat records of that live's `oss` are the same ones. */
export interface Comment {
	id: number;
	/** Empty: the official assistant. */
	nickname: string;
	content: string;
	/** `YYYY-MM-DD HH:mm:ss`. */
	createTime: string;
	userId: string;
}

/** A news item as answered: fields may be absent and numbers may be strings, as in the real answers. */
export interface NewsItem {
	newsid: number | string;
	newstitle: string;
	img?: string;
	headImg?: string;
	readnum?: number | string;
	commentCountNew?: number | string | null;
	[field: string]: unknown;
}

/** Puts the address a request came to into every text of a value. */
export function withAddress<T>(value: T, protocol: string, host: string): T {
	const text = JSON.stringify(value).replaceAll('{origin}', `${protocol}://${host}`).replaceAll('{host}', host);
	return JSON.parse(text) as T;
}
