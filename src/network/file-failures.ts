/** What is known of files that do not come, and how often they are requested then. */
import { addFailure, type FailedAt, MINUTE, waitAfter } from './failure-limit.ts';
import { isRefused } from './failure.ts';
import { BROKEN, type RangeError, SILENCE } from './request-range.ts';

/**
 * Why a file does not come: `network` for no answer, or the server's own failure; `refused`; `opaque` where no script may read
 * the answer (CORS), as that of a failing proxy, too; `unreadable` where the host sends whole files; `fine` if it does come.
 */
export type FileState = 'fine' | 'network' | 'refused' | 'opaque' | 'unreadable';

/** Creates what explains and counts failed requests; a host that does not answer is asked once a minute why. */
export function createFileFailures() {
	/** Paths of which an answer was read, whatever signs them: where one brings none later, it broke off. */
	const readable: Record<string, true> = {};
	/** By host: what it was when it was asked last, and when, on a monotonic clock. */
	const asked: Record<string, { state: Promise<'network' | 'opaque'>; at: number }> = {};
	let failedAt: FailedAt = [];

	const pathOf = (url: string) => url.replace(/[?#].*/, '');
	const hostOf = (url: string) => new URL(url, location.href).host;
	const note = () => void (failedAt = addFailure(failedAt, performance.now()));

	/** What its host was within the last minute; undefined if unknown. */
	function known(url: string): Promise<'network' | 'opaque'> | undefined {
		const last = asked[hostOf(url)];
		return last && performance.now() - last.at < MINUTE ? last.state : undefined;
	}

	/** Asks whether its host answers. */
	function ask(url: string): Promise<'network' | 'opaque'> {
		// Without permission to read, an answer looks like none.
		note();
		const state = new Promise<'network' | 'opaque'>((resolve) => {
			const end = (found: 'network' | 'opaque') => () => {
				clearTimeout(timer);
				resolve(found);
			};
			const timer = setTimeout(end('network'), SILENCE);
			fetch(url, { method: 'HEAD', mode: 'no-cors' }).then(end('opaque'), end('network'));
		});
		asked[hostOf(url)] = { state, at: performance.now() };
		return state;
	}

	function onRead(url: string): void {
		readable[pathOf(url)] = true;
		delete asked[hostOf(url)];
	}

	return {
		known,
		/** Asks a host again that did not answer: once it does, a request tells whether a script may read its files. */
		isSilent: async (url: string): Promise<boolean> =>
			(await known(url)) === 'network' && (await ask(url)) === 'network',
		/** A request has failed which is not explained here. */
		note,
		/** Milliseconds until the next request may leave. */
		wait: () => waitAfter(failedAt, performance.now()),
		/** Follows a request for a part of a file. */
		async follow<T>(url: string, part: Promise<T>): Promise<T> {
			try {
				const found = await part;
				onRead(url);
				return found;
			} catch (error) {
				if (error === 200) onRead(url);
				throw error || (readable[pathOf(url)] ? BROKEN : 0);
			}
		},
		/** Explains an answer by its status; 0: none that could be read. */
		async explain(url: string, status: RangeError): Promise<FileState> {
			if (status === 200) return 'unreadable';
			note();
			if (status) return isRefused({ status }) ? 'refused' : 'network';
			return (await known(url)) === 'network' ? 'network' : ask(url);
		},
	};
}

export type FileFailures = ReturnType<typeof createFileFailures>;
