import type { Config } from '../config.ts';
import { safeUrl, streamAddress } from '../safe/url.ts';
import { countOf, records, text } from '../safe/fields.ts';
import { retryAfterOf } from '../rts/retry-after.ts';
import { ApiError, openEnvelope, parseJson } from './envelope.ts';
import { REQUEST_TIMEOUT } from './request-timeout.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** The live broadcast (spec §3). URLs are http(s), the stream address may be `artc://` or that of a WHEP server; a missing field is '' or 0. */
export interface Live {
	id: string;
	/** 0 not started, 2 ended, 3 replay, anything else live (spec §4). */
	status: number;
	title: string;
	summary: string;
	/** Rich HTML, not yet sanitized. */
	description: string;
	/** For the share card. */
	coverImg: string;
	/** URL of the image shown before and after the broadcast: the cover, else `videoPic`, else `posPic`. */
	poster: string;
	headPic: string;
	organizationId: string;
	organizationTitle: string;
	/** A number, or a text such as `10万+`. */
	peopleCount: number | string;
	playbackUrl: string;
	originRts: string;
	/** What the API lists of its qualities, not yet checked. */
	qualities: { name: string; kbps: number; address: string }[];
	inviteCode: string;
	oss: string;
	shareUrl: string;
}

/** The most qualities that are taken. */
const MAX_QUALITIES = 8;

/** Reads `recData` of the detail call; `qualitiesField` as `api.fields.qualities`. Throws {@link ApiError} when it is no record. */
export function readLive(recData: unknown, qualitiesField = 'qualities'): Live {
	if (Object(recData) !== recData || Array.isArray(recData)) throw new ApiError('recData is no record');
	const raw = recData as Record<string, unknown>;
	const short = (name: string) => text(raw[name], 300);
	const url = (name: string) => safeUrl(raw[name]);
	const coverImg = url('coverImg');
	return {
		id: short('id'),
		status: /^\s*\d{1,9}\s*$/.test(text(raw.status)) ? +text(raw.status) : 1,
		title: short('title'),
		summary: text(raw.summary, 2000),
		description: text(raw.description),
		coverImg,
		poster: coverImg || url('videoPic') || url('posPic'),
		headPic: url('headPic'),
		organizationId: short('organizationId'),
		organizationTitle: short('organizationTitle'),
		peopleCount: countOf(raw.peopleCount),
		playbackUrl: url('playbackUrl'),
		originRts: streamAddress(raw.originRts),
		qualities: records(raw[qualitiesField])
			.slice(0, MAX_QUALITIES)
			.map(({ name, kbps, url }) => ({
				name: text(name, 20),
				kbps: +countOf(kbps) || 0,
				address: streamAddress(url),
			})),
		inviteCode: short('inviteCode'),
		oss: short('oss'),
		shareUrl: url('shareUrl'),
	};
}

const PATH = '/juvenile/api/live/detail';

/**
 * GET with plain `fetch`, once; resolves with the JSON body. Rejects with {@link ApiError} when the status is not 2xx,
 * and when the time is up; the connection is closed then, where the browser can (Chrome 66, Safari 11.1).
 */
function getJson(url: string, setTime: SignRequest['setTime']): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const controller = typeof AbortController === 'function' && new AbortController();
		const timer = setTimeout(() => {
			reject(new Error('no answer in time'));
			if (controller) controller.abort();
		}, REQUEST_TIMEOUT);
		fetch(url, controller ? { signal: controller.signal } : {})
			.then((response) => {
				const { ok, status } = response;
				const header = (name: string) => response.headers.get(name);
				setTime(header('date'));
				if (!ok) throw new ApiError(`status ${status}`, status, retryAfterOf(header));
				return response.text();
			})
			.then(parseJson)
			.then(resolve, reject)
			.then(() => clearTimeout(timer));
	});
}

/**
 * Fetches the live (spec §7), once: models and player repeat it. A GET has no body, so `sign` and `packet` travel in
 * the query. Rejects with {@link ApiError} when the status is not 2xx or `recData` is not a record, and with another
 * error when the network fails or the time is up.
 */
export async function fetchLive(config: Config['api'], signRequest: SignRequest, id: string): Promise<Live> {
	const query = formText(Object.assign({ id }, await signRequest(PATH, { id })));
	return readLive(
		openEnvelope(await getJson(`${config.base}${PATH}?${query}`, signRequest.setTime)),
		config.fields.qualities,
	);
}
