import { createElement } from '../../src/player/act/element.ts';
import type { PlayerEvent } from '../../src/player/core/draft.ts';
import { fakeParts, STREAM } from './player.ts';

/** Makes the player's element over a fake video and client, and records what it reports. */
export function openElement({ withClient = true } = {}) {
	const parts = fakeParts();
	const events: PlayerEvent[] = [];
	const element = createElement(
		{ ...parts, client: withClient ? parts.client : null, coverUrl: (url) => `${url}?w=390` },
		(event) => events.push(event),
	);
	const load = (address: string) => element.load({ kind: address === STREAM ? 'artc' : 'url', address }, 5000);
	return { ...parts, element, events, load };
}
