import type { Config } from '../config.ts';
import { safeUrl, streamAddress } from '../safe/url.ts';
import { countOf, records, text } from '../safe/fields.ts';
import { retryAfterOf } from '../rts/play/retry-after.ts';
import { ApiError, openEnvelope, parseJson } from './envelope.ts';
import { REQUEST_TIMEOUT } from './request-timeout.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** A live (spec §3). URLs are http(s), stream addresses also `artc://` or WHEP; missing fields are '' or 0. */
export interface Live {
	id: string;
	/** 0 not started, 2 ended, 3 replay, others live (spec §4); 1 if missing. */
	status: number;
	title: string;
	summary: string;
	/** Unsanitized HTML. */
	description: string;
	coverImg: string;
	/** Cover, else `videoPic` or `posPic`. */
	poster: string;
	headPic: string;
	organizationId: string;
	organizationTitle: string;
	/** A number, or text such as `10万+`. */
	peopleCount: number | string;
	playbackUrl: string;
	originRts: string;
	/** As listed by the API, unchecked. */
	qualities: { name: string; kbps: number; address: string }[];
	inviteCode: string;
	oss: string;
	shareUrl: string;
}

const MAX_QUALITIES = 8;

/** Reads a live. Throws {@link ApiError} unless it is a record. */
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

/** Gets JSON. Rejects with {@link ApiError} unless 2xx; aborts on timeout if possible (Chrome 66, Safari 11.1). */
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

/** Fetches the live (spec §7), once. Rejects with {@link ApiError} without a 2xx record. */
export async function fetchLive(config: Config['api'], signRequest: SignRequest, id: string): Promise<Live> {
	const query = formText(Object.assign({ id }, await signRequest(PATH, { id })));
	return readLive(
		openEnvelope(await getJson(`${config.base}${PATH}?${query}`, signRequest.setTime)),
		config.fields.qualities,
	);
}
