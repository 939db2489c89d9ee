import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Test } from 'uvu';
import { signPacket } from '../../origin/calls/packet.ts';
import { startOrigin, type Origin, type OriginOptions } from '../../origin/index.ts';

/** The document of the page that the origin serves in these tests. */
export const DOCUMENT = '<!doctype html><title>直播</title>';

/** Milliseconds that a test with an origin may take, on a busy machine. */
const TIME_LIMIT = 40_000;

/**
 * Runs a test with an origin that serves a small built page, and closes it afterwards. A test that is not over in time
 * fails with what it has requested.
 */
export async function runWithOrigin(
	body: (origin: Origin) => Promise<void>,
	options: OriginOptions = {},
): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'origin-'));
	const dist = join(folder, 'dist');
	await mkdir(dist);
	await writeFile(join(folder, 'secret.txt'), 'outside');
	await writeFile(join(dist, 'index.html'), DOCUMENT);
	await writeFile(join(dist, 'index.html.br'), brotliCompressSync(DOCUMENT));
	await writeFile(join(dist, 'index.html.gz'), gzipSync(DOCUMENT));
	await writeFile(join(dist, 'app.K2ZQ5N7A.js'), 'console.log(1)');
	const origin = await startOrigin({ dist, ...options });
	let limit: NodeJS.Timeout;
	const late = new Promise<never>((_, reject) => {
		limit = setTimeout(() => reject(new Error(`waits for ever; ${JSON.stringify(origin.requests())}`)), TIME_LIMIT);
	});
	try {
		await Promise.race([body(origin), late]);
	} finally {
		clearTimeout(limit!);
		await origin.close();
		await rm(folder, { recursive: true });
	}
}

/** Returns what adds to a suite a test that `runWithOrigin` runs. */
export const originTests =
	(it: Test, options?: OriginOptions) => (what: string, body: (origin: Origin) => Promise<void>) =>
		it(what, () => runWithOrigin(body, options));

/** Fields of a call; absent ones are as the page sends them. */
export interface CallOptions {
	recData?: unknown;
	token?: string;
	userId?: string;
	methodCode?: string;
	/** Key to sign with. */
	key?: string;
	/** Sent instead of the generated signature. */
	sign?: string;
	/** Sent instead of the generated packet. */
	packet?: string;
	/** Other form fields. */
	fields?: Record<string, string>;
}

/** The form of a call. @param path after `/juvenile/` */
export function createForm(
	path: string,
	{ recData = {}, token = '', userId, methodCode, key = '', sign, packet, fields = {} }: CallOptions = {},
): URLSearchParams {
	const text =
		packet ??
		JSON.stringify({
			token,
			methodCode: methodCode ?? path.replace(/^api\//, ''),
			reqTime: Date.now(),
			versionNo: '1.0.0',
			userId,
			recData,
		});
	return new URLSearchParams({ ...fields, sign: sign ?? (key && signPacket(text, key)), packet: text });
}

/** The response to a call. */
export interface CallResponse {
	status: number;
	code: number;
	message: string;
	// Untyped: tests read what was actually sent.
	recData?: any;
}

async function readResponse(response: Response): Promise<CallResponse> {
	return { status: response.status, ...((await response.json()) as Omit<CallResponse, 'status'>) };
}

/** Sends a call by POST. @param path after `/juvenile/` */
export async function post(origin: Origin, path: string, options: CallOptions = {}): Promise<CallResponse> {
	return readResponse(
		await fetch(`${origin.url}/juvenile/${path}`, { method: 'POST', body: createForm(path, options) }),
	);
}

/** Requests the detail of a live. */
export async function detail(origin: Origin, id: string, options: CallOptions = {}): Promise<CallResponse> {
	const form = createForm('api/live/detail', options);
	form.set('id', id);
	return readResponse(await fetch(`${origin.url}/juvenile/api/live/detail?${form}`));
}

/** Requests a page of the comments of a live. */
export async function comments(origin: Origin, liveId: string, pagenum = 1, pagesize = 20) {
	const { recData } = await post(origin, 'api/live/comment/page', { recData: { pagenum, pagesize, liveId } });
	return recData.liveCommentList.records as {
		id: number;
		nickname: string;
		content: string;
		createTime: string;
		userId: string;
	}[];
}

/** Requests an operation of `/__origin`. */
export function control(
	origin: Origin,
	operation: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<Response> {
	return fetch(`${origin.url}/__origin/${operation}`, {
		method: 'POST',
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers,
	});
}
