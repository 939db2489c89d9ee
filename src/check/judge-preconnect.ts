import type { Live } from '../api/complete-live.ts';
import type { Config } from '../config.ts';
import { isLive, streamOf, unsigned } from '../player/core/source.ts';
import { qualitiesOf } from '../player/core/list-qualities.ts';
import { listOf, type Rules } from './finding.ts';
import { apiBase } from './look-at-api.ts';
import { endpointOf } from './page-requests.ts';

/** Address with `{id}` in place of the live's id; undefined where that is no part of it by itself. */
function patternOf(address: string, id: string): string | undefined {
	const parts = unsigned(address).split(/([/?&=_.-])/);
	const at = parts.lastIndexOf(id);
	if (at < 0 || parts.indexOf(id) !== at || !/^[\w-]+$/.test(id)) return undefined;
	return parts.map((part, index) => (index === at ? '{id}' : part)).join('');
}

/** Judges whether the first visit can request the stream beside the detail call, and does so rightly. */
export function judgeEarlyStream({ advise }: Rules, config: Config, live: Live, id: string): void {
	const { stream, whep } = config.rts;
	if (!isLive(live.status) || !live.originRts) return;
	if (stream) {
		const requested = unsigned(stream.replace('{id}', id));
		const addresses = qualitiesOf(live, config).map(({ address }) => unsigned(address));
		return advise('early-stream', addresses.includes(requested), 'rts.stream is the address that the API answers', [
			'rts.stream leads to another address than the API answers for this live, so a stream is requested in vain.',
			'Correct rts.stream in the file of --config, or leave it empty where the address does not follow from the id.',
		]);
	}
	const pattern = streamOf(live.originRts, whep).kind === 'url' ? undefined : patternOf(live.originRts, id);
	advise('early-stream', !pattern, 'the address of the stream does not follow from the id', [
		`The address of the stream follows from the live’s id, as ${pattern}.`,
		'Where that holds for all lives, set rts.stream to it: the first frame comes a round trip sooner.',
	]);
}

/** Judges whether the page connects to the hosts that it needs first, and to no other. */
export function judgePreconnect({ advise }: Rules, page: URL, config: Config, live: Live): void {
	if (!isLive(live.status) || !(live.originRts || live.qualities[0])) return;
	const originOf = (url: string) => new URL(url, page).origin;
	const needed = qualitiesOf(live, config).flatMap(({ address }) => {
		const endpoint = endpointOf(address, config.rts, page);
		return endpoint ? [originOf(endpoint)] : [];
	});
	const named = config.rts.preconnect.map(originOf);
	// The page connects to these by itself.
	const own = [page.origin, originOf(apiBase(config.api.base, page))];
	const missing = [...new Set(needed)].filter((origin) => ![...named, ...own].includes(origin));
	advise('preconnect', !missing.length, 'the page connects to the stream’s host at once', [
		`rts.preconnect lacks ${listOf(missing)}, so the first frame comes two round trips later.`,
		'Add it to rts.preconnect in the file of --config, build and upload again.',
	]);
	const idle = [...new Set(named)].filter((origin) => needed.length && ![...needed, ...own].includes(origin));
	advise('preconnect-idle', !idle.length, 'no connection is made in vain', [
		`rts.preconnect names ${listOf(idle)}, where no stream of this live is, so a connection is made in vain.`,
		'Remove it from rts.preconnect in the file of --config, build and upload again.',
	]);
}
