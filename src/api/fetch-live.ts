// In the HTML: each byte is paid before the first paint.
import type { Config } from '../config.ts';
import { safeUrl, streamAddress } from '../safe/url.ts';
import { records, text } from '../safe/fields.ts';
import { retryAfterOf } from '../rts/play/retry-after.ts';
import type { LIVE_EXAMPLE, Raw } from './examples.ts';
import { ApiError, openEnvelope } from './envelope.ts';
import { LIVE_PATH } from './live-path.ts';
import { REQUEST_TIMEOUT } from './request-timeout.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** A live as the API names it, unread. */
export type RawLive = Raw<typeof LIVE_EXAMPLE>;

/** A quality as listed by the API. */
interface ListedQuality {
	name: string;
	kbps: number;
	address: string;
	/** Sound alone. */
	audioOnly: boolean;
}

/** The answer of the detail call: what the first picture needs of it (spec §3), and the rest, which `complete-live.ts` reads. */
export interface LiveAnswer {
	/** 0 not started, 2 ended, 3 replay, others live (spec §4); 1 if missing. */
	status: number;
	/** Cover, else `videoPic` or `posPic`. */
	poster: string;
	playbackUrl: string;
	/** http(s), `artc://` or WHEP. */
	originRts: string;
	/** As listed by the API, unchecked. */
	qualities: ListedQuality[];
	/** Those of the replay, likewise. */
	playbackQualities: ListedQuality[];
	raw: RawLive;
	/** Text of the answer, in which later scripts find long ids exactly. */
	body?: string | undefined;
}

const MAX_QUALITIES = 8;

/** Names of the fields that list qualities. */
export type QualityFields = Pick<Config['api']['fields'], 'qualities' | 'playbackQualities'>;

/** Reads what the first picture needs; missing fields are '' or 0. Throws {@link ApiError} unless it is a record. */
export function readAnswer(recData: unknown, fields: QualityFields, body?: string): LiveAnswer {
	if (Object(recData) !== recData || Array.isArray(recData)) throw new ApiError('no recData');
	const raw = recData as RawLive;
	const status = text(raw.status).trim();
	const list = (field: string, read: (url: unknown) => string): ListedQuality[] =>
		records(raw[field as 'qualities'])
			.slice(0, MAX_QUALITIES)
			.map(({ name, kbps, url, audioOnly }) => ({
				name: text(name, 20),
				kbps: parseInt(text(kbps, 9).replace(/,/g, '')) || 0,
				address: read(url),
				audioOnly: audioOnly === true,
			}));
	return {
		status: /^\d{1,9}$/.test(status) ? +status : 1,
		poster: safeUrl(raw.coverImg) || safeUrl(raw.videoPic) || safeUrl(raw.posPic),
		playbackUrl: safeUrl(raw.playbackUrl),
		originRts: streamAddress(raw.originRts),
		qualities: list(fields.qualities, streamAddress),
		playbackQualities: list(fields.playbackQualities, safeUrl),
		raw,
		body,
	};
}

/** Gets a text. Rejects with {@link ApiError} unless 2xx; aborts on timeout if possible (Chrome 66, Safari 11.1). */
function getText(url: string, signRequest: SignRequest): Promise<string> {
	return new Promise((resolve, reject) => {
		const controller = typeof AbortController === 'function' ? new AbortController() : undefined;
		const timer = setTimeout(() => {
			reject(new Error('no answer in time'));
			if (controller) controller.abort();
		}, REQUEST_TIMEOUT);
		// Of a controller it reads `signal` alone.
		fetch(url, controller)
			.then((response) => {
				const { ok, status } = response;
				const header = (name: string) => response.headers.get(name);
				signRequest.setTime(header('date'));
				return signRequest.readBody(response).then((body) => {
					if (!ok) throw new ApiError('status ' + status, status, retryAfterOf(header), body);
					return body;
				});
			})
			.then(resolve, reject)
			.then(() => clearTimeout(timer));
	});
}

/** Fetches the live (spec §7), once. Rejects with {@link ApiError} without a 2xx record. */
export async function fetchLive(config: Config['api'], signRequest: SignRequest, id: string): Promise<LiveAnswer> {
	const query = formText(Object.assign({ id }, await signRequest(LIVE_PATH, { id })));
	const body = await getText(config.base + LIVE_PATH + '?' + query, signRequest);
	return readAnswer(openEnvelope(JSON.parse(body), config.okCodes), config.fields, body);
}
