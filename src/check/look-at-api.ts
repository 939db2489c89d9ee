import { type Comment, fetchComments, readComments } from '../api/comments.ts';
import { openEnvelope, parseJson } from '../api/envelope.ts';
import { createExplain, type Explain } from '../api/explain.ts';
import { fetchLive, type QualityFields, readAnswer } from '../api/fetch-live.ts';
import { completeLive, type Live, postersOf } from '../api/complete-live.ts';
import { LIVE_PATH } from '../api/live-path.ts';
import { fetchNews, readNews } from '../api/news.ts';
import { createCall, type Call } from '../api/request.ts';
import { createSignRequest } from '../api/sign-request.ts';
import { fetchChatTotal } from '../api/stream-chat.ts';
import { countOf } from '../safe/fields.ts';
import { createGuideReader } from '../safe/guide.ts';
import type { Config } from '../config.ts';
import type { Visit } from '../visit/visit.ts';
import type { Exchange } from './http-client.ts';
import type { Observed, PageGlobals } from './page-globals.ts';
import { probeFields, type FieldFacts } from './probe-fields.ts';

/** A call of the contract, as it was answered. */
export interface CallFacts extends Omit<Observed<unknown>, 'value'> {
	/** As in `api.tokens`. */
	name: string;
	/** `recData` is a text that holds JSON. */
	isText?: boolean;
	/** By record, of the first few. */
	fields: FieldFacts[];
}

/** Facts of an API, from outside. */
export interface ApiFacts {
	live?: Live;
	/** `playbackUrl` and such as they came, before the page's readers. */
	raw: Record<string, unknown>;
	calls: CallFacts[];
	/** First page of the chat. */
	comments: Comment[];
	/** Of the first news item that has one; empty: none. */
	newsImage: string;
}

/** Creates the page's calls, for one visitor. Each is sent once. @param config with an absolute `base` */
export function createPageCalls(config: Config['api'], visit: Visit) {
	const signRequest = createSignRequest(config, visit);
	const explainAnswer = createExplain(config.base);
	// Whose 404 it is; the rest is judged by the answer itself.
	const explain: Explain = (error, path) => (error.status === 404 ? explainAnswer(error, path) : error);
	const call = createCall(config, signRequest, explain);
	return {
		config,
		// A poll is not repeated.
		call: ((kind, ...rest) => call(kind === 'read' ? 'poll' : kind, ...rest)) satisfies Call,
		fetchLive: (id: string): Promise<Live> =>
			fetchLive(config, signRequest, id).then(completeLive, (error) => {
				throw explain(error, LIVE_PATH);
			}),
	};
}

/** See {@link createPageCalls}. */
export type PageCalls = ReturnType<typeof createPageCalls>;

/** Absolute `api.base`, as the browser takes it. */
export const apiBase = (base: string, page: URL): string => new URL(base || '/', page).href.replace(/\/$/, '');

/** Reads a live as the page's scripts do together. */
export const readLive = (recData: unknown, fields: QualityFields): Live => completeLive(readAnswer(recData, fields));

/** Records that are probed of a list. */
const MAX_RECORDS = 5;

const NEWS = 20;

/** `recData` of an answer; undefined without one. */
function recDataOf(exchange: Exchange | undefined): unknown {
	try {
		return openEnvelope(parseJson(exchange!.body.toString()), []);
	} catch {
		return undefined;
	}
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const probeAll = (read: (record: Record<string, unknown>) => unknown, records: unknown): FieldFacts[] =>
	(Array.isArray(records) ? records : [])
		.filter(isRecord)
		.slice(0, MAX_RECORDS)
		.map((record) => probeFields(read, record));

/** The list of comments, which is null or empty before somebody has written one. PHP writes an empty record as []. */
function probeList(recData: unknown): FieldFacts[] {
	if (!isRecord(recData) && !Object.keys(Object(recData)).length) return [];
	const { liveCommentList: list } = Object(recData);
	const read = ['liveCommentList'];
	const { records } = Object(list);
	const isReadable = list === undefined || list === null || records === null || Array.isArray(records);
	return [{ read, missing: list === undefined ? read : [], unreadable: isReadable ? [] : read, cut: [] }];
}

/** Sends every reading call of the contract. */
export async function lookAtApi(globals: PageGlobals, calls: PageCalls, visit: Visit): Promise<ApiFacts> {
	const { config, call } = calls;
	const facts: ApiFacts = { raw: {}, calls: [], comments: [], newsImage: '' };
	const run = async <T>(name: string, send: () => Promise<T>, probe: (recData: unknown) => FieldFacts[]) => {
		const { value, ...observed } = await globals.observe(send);
		const recData = recDataOf(observed.exchange);
		const isText = typeof recData === 'string' && /^\s*[{[]/.test(recData);
		const fields = observed.error || isText ? [] : probe(recData);
		facts.calls.push({ ...observed, name, isText, fields });
		return { value, recData };
	};

	// Of its covers the page shows one.
	const readGuide = createGuideReader(config.fields);
	const readOne = (raw: Record<string, unknown>) => [readLive(raw, config.fields), postersOf(raw), readGuide({ raw })];
	const detail = await run(
		'live/detail',
		() => calls.fetchLive(visit.id),
		(recData) => probeAll(readOne, [recData]),
	);
	if (detail.value) facts.live = detail.value;
	if (isRecord(detail.recData)) facts.raw = detail.recData;

	const chat = await run(
		'live/comment/page',
		() => fetchComments(call, visit.id, 1, NEWS, 'read', config.fields),
		(recData) => {
			const readComment = (record: object) =>
				readComments({ liveCommentList: { records: [record] } }, 1, config.fields)[0];
			return [...probeList(recData), ...probeAll(readComment, Object(Object(recData).liveCommentList).records)];
		},
	);
	facts.comments = chat.value ?? [];
	// The other calls name ids of the live, without which the API may well refuse them.
	if (!detail.value) return facts;
	const { organizationId, oss } = detail.value;
	const news = await run(
		'information/newslistapi',
		() => fetchNews(call, organizationId),
		(recData) => probeAll((record) => readNews([record]), recData),
	);
	facts.newsImage = news.value?.flatMap(({ images }) => images)[0] ?? '';
	await run(
		'stream/chat/findByPage/with/video',
		() => fetchChatTotal(call, oss),
		(recData) => probeAll(({ total }) => countOf(total), [recData]),
	);
	return facts;
}
