/** The limit between hls.js and each host (`docs/decisions/retries.md`). */
import { addFailure, createLimit, type FailedAt, type Limit, MINUTE, waitAfter } from '../../network/failure-limit.ts';
import type { Context } from './hls-lists.ts';

type Request = Pick<Context, 'url' | 'type'> & { keyInfo?: object };

/**
 * Creates limits. Until media come, and again from a failure on, all that is sent counts as failed: what comes is no
 * success while nothing plays. Where segments or keys fail, lists wait with them. Once that has lasted for a minute, all kinds
 * of a host share one limit.
 */
export function createHlsLimits() {
	const kinds: Record<string, ReturnType<typeof createKind>> = {};
	/** Times of the last requests, by host. */
	const sentTo: Record<string, FailedAt> = {};
	let state: 'new' | 'playing' | 'failing' = 'new';
	let since = performance.now();
	/** By host, of the segments or keys that have failed last. */
	let failing: Record<string, Limit> = {};
	const createKind = () => ({ limit: createLimit(), sentAt: [] as FailedAt, isDown: false });

	const hostOf = ({ url }: Request) => new URL(url, location.href).host;
	function kindOf(request: Request) {
		const { type, keyInfo } = request;
		const name = `${hostOf(request)} ${type ? 'list' : keyInfo ? 'key' : 'segment'}`;
		return (kinds[name] = kinds[name] || createKind());
	}
	function onSent(request: Request) {
		const kind = kindOf(request);
		const host = hostOf(request);
		const now = performance.now();
		sentTo[host] = addFailure(sentTo[host] || [], now);
		if (state !== 'playing') kind.sentAt = addFailure(kind.sentAt, now);
	}

	return {
		/** Milliseconds until a request may leave. */
		wait(request: Request): number {
			// The first list has been preloaded.
			if (state === 'new' && !Object.keys(kinds)[0]) onSent(request);
			const { limit, sentAt } = kindOf(request);
			const host = hostOf(request);
			const now = performance.now();
			const { [host]: failed = limit } = failing;
			const lasts = state !== 'playing' && now - since >= MINUTE;
			return Math.max(
				limit.wait(),
				failed.wait(),
				waitAfter(sentAt, now),
				lasts ? waitAfter(sentTo[host] || [], now) : 0,
			);
		},
		onSent,
		onFailed(request: Request, demanded?: number): void {
			const kind = kindOf(request);
			if (state === 'playing') {
				since = performance.now();
				kind.sentAt = [since];
			}
			state = 'failing';
			kind.isDown = true;
			kind.limit.note(true, demanded);
			if (!request.type) failing[hostOf(request)] = kind.limit;
		},
		/** It has come. */
		onCome(request: Request): void {
			const kind = kindOf(request);
			kind.isDown = false;
			if (state === 'playing') kind.limit.note(false);
		},
		/** Media have come that play. */
		onMedia(): void {
			if (state === 'playing') return;
			state = 'playing';
			failing = {};
			for (const name in kinds) {
				kinds[name]!.sentAt = [];
				if (!kinds[name]!.isDown) kinds[name]!.limit.note(false);
			}
		},
	};
}

/** Limits of what is requested for one playback, by host and kind, and beyond the first minute by host. */
export type HlsLimits = ReturnType<typeof createHlsLimits>;
