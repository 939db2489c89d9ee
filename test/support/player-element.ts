import { createElement } from '../../src/player/element.ts';
import type { PlayerEvent } from '../../src/player/state.ts';
import { fakeClient, fakeVideo, STREAM } from './player.ts';

/** Makes the player's element over a fake video and client, and records what it reports. */
export function openElement({ withClient = true } = {}) {
	const video = fakeVideo();
	const cover = document.createElement('img') as HTMLImageElement;
	const client = fakeClient();
	const events: PlayerEvent[] = [];
	const element = createElement({
		video,
		cover,
		client: withClient ? client : null,
		coverUrl: (url) => `${url}?w=390`,
		dispatch: (event) => events.push(event),
	});
	const load = (address: string, keep = '') =>
		element.load({ type: 'load', stream: { kind: address === STREAM ? 'artc' : 'url', address }, timeout: 5000, keep });
	return { element, video, cover, client, events, load };
}
