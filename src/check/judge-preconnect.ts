import type { Live } from '../api/live.ts';
import type { Config } from '../config.ts';
import { isLive } from '../player/core/source.ts';
import { qualitiesOf } from '../player/core/list-qualities.ts';
import { endpointOf } from './endpoint.ts';
import { createRules, listOf, type Result } from './finding.ts';
import { apiBase } from './look-at-api.ts';

/** Judges whether the page connects to the hosts that it needs first, and to no other. */
export function judgePreconnect(page: URL, config: Config, live: Live | undefined): Result[] {
	const { results, expect } = createRules('page');
	if (!live || !isLive(live.status) || !(live.originRts || live.qualities[0])) return results;
	const originOf = (url: string) => new URL(url, page).origin;
	const needed = qualitiesOf(live, config).flatMap(({ address }) => {
		const endpoint = endpointOf(address, config.rts.whep, page);
		return endpoint ? [originOf(endpoint)] : [];
	});
	const named = config.rts.preconnect.map(originOf);
	// The page connects to these by itself.
	const own = [page.origin, originOf(apiBase(config.api.base, page))];
	const missing = [...new Set(needed)].filter((origin) => ![...named, ...own].includes(origin));
	expect(
		'preconnect',
		!missing.length,
		'the page connects to the stream’s host at once',
		[
			`rts.preconnect lacks ${listOf(missing)}, so the first frame comes two round trips later.`,
			'Add it to rts.preconnect in the file of --config, build and upload again.',
		],
		'note',
	);
	const idle = [...new Set(named)].filter((origin) => needed.length && ![...needed, ...own].includes(origin));
	expect(
		'preconnect-idle',
		!idle.length,
		'no connection is made in vain',
		[
			`rts.preconnect names ${listOf(idle)}, where no stream of this live is, so a connection is made in vain.`,
			'Remove it from rts.preconnect in the file of --config, build and upload again.',
		],
		'note',
	);
	return results;
}
