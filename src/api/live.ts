import type { Config } from '../config.ts';
import { safeUrl, streamAddress } from '../safe/url.ts';
import { count, text } from '../safe/fields.ts';
import { ApiError, openEnvelope } from './envelope.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** The live broadcast (spec §3). Addresses have passed the allow-list; a missing field is '' or 0. */
export interface Live {
	id: string;
	/** 0 not started, 2 ended, 3 replay, anything else live (spec §4). */
	status: number;
	title: string;
	summary: string;
	/** Rich HTML as it came: never shown before it is sanitized. */
	description: string;
	/** For the share card. */
	coverImg: string;
	/** What stands for the picture before and after the live: the cover, or what there is instead. */
	poster: string;
	headPic: string;
	organizationId: string;
	organizationTitle: string;
	peopleCount: number;
	playbackUrl: string;
	originRts: string;
	inviteCode: string;
	oss: string;
	shareUrl: string;
}

/** Turns the detail call's `recData` into a {@link Live}. Throws {@link ApiError} when it is not a record. */
export function readLive(recData: unknown): Live {
	if (!recData || typeof recData !== 'object' || Array.isArray(recData))
		throw new ApiError('live: recData is not a record');
	const raw = recData as Record<string, unknown>;
	const short = (name: string) => text(raw[name], 300);
	const address = (name: string) => safeUrl(raw[name]);
	const coverImg = address('coverImg');
	return {
		id: short('id'),
		status: /^\s*\d+\s*$/.test(text(raw.status)) ? count(raw.status) : 1,
		title: short('title'),
		summary: text(raw.summary, 2000),
		description: text(raw.description),
		coverImg,
		poster: coverImg || address('videoPic') || address('posPic'),
		headPic: address('headPic'),
		organizationId: short('organizationId'),
		organizationTitle: short('organizationTitle'),
		peopleCount: count(raw.peopleCount),
		playbackUrl: address('playbackUrl'),
		originRts: streamAddress(raw.originRts),
		inviteCode: short('inviteCode'),
		oss: short('oss'),
		shareUrl: address('shareUrl'),
	};
}

const path = '/juvenile/api/live/detail';

/** The address of the detail call; a GET has no body, so `sign` and `packet` travel in the query. */
export async function detailUrl(api: Config['api'], signRequest: SignRequest, id: string): Promise<string> {
	return `${api.base}${path}?${formText({ id, ...(await signRequest(path, { id })) })}`;
}

/** Asks for the live once, with plain `fetch`. Rejects on network failure, a status that is not 2xx, and a bad body. */
export async function fetchLive(api: Config['api'], signRequest: SignRequest, id: string): Promise<Live> {
	const response = await fetch(await detailUrl(api, signRequest, id));
	if (!response.ok) throw new ApiError(`live: status ${response.status}`, response.status);
	return readLive(openEnvelope(await response.json()));
}
