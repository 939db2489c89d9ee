import { pending } from '../../support/fake-app.ts';

/** State of a deployment's servers. */
export interface Situation {
	/** Status of the live (spec §4). */
	status: number;
	/** `silent`: connections receive nothing, new ones are refused; `ended`: they are closed as well. */
	stream: 'on' | 'silent' | 'ended';
	/** `gone`: the best quality is not there any more, the next one is. */
	best: 'on' | 'gone';
	/** `busy`: every call is answered with 503. */
	api: 'on' | 'busy';
	/** The same of the chat's calls. */
	chat: 'on' | 'busy';
	/** Headers of a 503, and of what refuses a stream. */
	refusal: Record<string, string>;
	/** `gone`: the files of the page's build are not there any more. */
	scripts: 'on' | 'gone';
	/** New messages of the chat per second. */
	messageRate: number;
}

/** A request of a page. */
export interface SeenRequest {
	/** Milliseconds since the start. */
	at: number;
	viewer: string;
	/** Of a call or a file; that of the media server names none. */
	path: string;
	/** The API, the media servers (signalling), or the servers of the build's files. */
	to: 'api' | 'media' | 'files';
	/** It has been answered with what was requested. */
	granted?: boolean;
}

const CALM: Situation = {
	status: 1,
	stream: 'on',
	best: 'on',
	api: 'on',
	refusal: {},
	chat: 'on',
	scripts: 'on',
	messageRate: 0,
};
/** Milliseconds until an answer: at least, and how much more at most. */
const LATENCY = { least: 100, spread: 200 };
const STREAM_FPS = 15;
/** Suffix of the lower quality. */
const LOWER = '_sd';
/** Qualities of a stream that has two. */
export const QUALITIES = [
	{ name: '高清', kbps: 1130, suffix: '' },
	{ name: '标清', kbps: 400, suffix: LOWER },
];

/** The host of a page's servers names its viewer. */
const HOST = /^https:\/\/([^.]+)\.example(\/[^?]*)/;

/**
 * The servers of all pages, on a virtual clock: they log each request and answer as the situation says when the answer leaves.
 * @param audience the number of viewers that they name
 */
export function createServers(now: () => number, audience: number) {
	let situation = CALM;
	let since = now();
	let messages = 100;
	let frames = 0;
	const requests: SeenRequest[] = [];
	const onEnd = new Set<() => void>();

	/** Brings up to date what grows by the clock. */
	function count() {
		const seconds = (now() - since) / 1000;
		since = now();
		messages += seconds * situation.messageRate;
		if (situation.stream === 'on') frames += seconds * STREAM_FPS;
	}

	async function answer(
		viewer: string,
		to: SeenRequest['to'],
		path: string,
		isGranted: (situation: Situation) => boolean,
	): Promise<Situation> {
		const request: SeenRequest = { at: now(), viewer, to, path };
		requests.push(request);
		const { promise, resolve } = pending<void>();
		setTimeout(resolve, LATENCY.least + Math.random() * LATENCY.spread);
		await promise;
		count();
		request.granted = isGranted(situation);
		return situation;
	}

	function page(pagenum: number, pagesize: number) {
		const newest = Math.floor(messages) - (pagenum - 1) * pagesize;
		const records = Array.from({ length: pagesize }, (_, index) => ({ id: newest - index, content: 'text' }));
		return { liveCommentList: { records: records.filter(({ id }) => id > 0) } };
	}

	/** A call of the API, as `fetch`. */
	async function call(input: Request | string): Promise<Response> {
		const url = typeof input === 'string' ? input : input.url;
		// A page that measures its link fetches its HTML.
		const [, viewer = '', path = ''] = HOST.exec(url) || [];
		if (!viewer) {
			await answer('', 'files', 'index.html', ({ scripts }) => scripts === 'on');
			return Object.defineProperty(new Response(''), 'url', { value: url });
		}
		const isBusy = ({ api, chat }: Situation) => api === 'busy' || (chat === 'busy' && !path.endsWith('/live/detail'));
		const situation = await answer(viewer, 'api', path, (situation) => !isBusy(situation));
		const { status, refusal } = situation;
		if (isBusy(situation)) return new Response('', { status: 503, headers: refusal });
		const recData = async () => {
			if (path.endsWith('/live/detail'))
				return { id: '1', status, oss: 'live/1.mp4', originRts: `artc://${viewer}/live`, peopleCount: audience };
			if (!path.endsWith('/comment/page')) return { total: Math.floor(messages) };
			const packet = new URLSearchParams(await (input as Request).text()).get('packet')!;
			const { pagenum, pagesize } = JSON.parse(packet).recData;
			return page(pagenum, pagesize);
		};
		return new Response(JSON.stringify({ recData: await recData() }));
	}

	/** A script that is added to the document. */
	async function addScript(script: HTMLScriptElement) {
		const [, viewer = '', path = ''] = HOST.exec(script.src)!;
		const { scripts } = await answer(viewer, 'files', path, ({ scripts }) => scripts === 'on');
		if (scripts === 'on') script.onload!(new Event('load'));
		else script.onerror!('error');
	}

	globalThis.fetch = call as typeof fetch;
	document.head.append = (...scripts) => scripts.forEach((script) => addScript(script as HTMLScriptElement));

	return {
		requests,
		change(next: Partial<Situation>) {
			count();
			situation = { ...situation, ...next };
			if (next.stream === 'ended' || next.best === 'gone') for (const notify of [...onEnd]) notify();
		},
		/** Requests a stream. Resolves with status and headers of a refusal; null where it is there. */
		async signal(viewer: string, address: string) {
			const isThere = ({ stream, best }: Situation) => stream === 'on' && (best === 'on' || address.endsWith(LOWER));
			const situation = await answer(viewer, 'media', '', isThere);
			if (isThere(situation)) return null;
			const isMissing = situation.stream === 'on';
			return { status: isMissing ? 404 : 503, headers: new Headers(situation.refusal) };
		},
		/** Frames the stream has had. */
		frames() {
			count();
			return Math.floor(frames);
		},
		/** Calls back when the stream is closed. Returns what ends that. */
		onEnd(notify: () => void) {
			onEnd.add(notify);
			return () => onEnd.delete(notify);
		},
	};
}

export type Servers = ReturnType<typeof createServers>;
