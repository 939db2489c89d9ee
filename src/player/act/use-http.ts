import type { MediaClient } from '../core/media-client.ts';
import type { Player } from '../core/create-player.ts';
import { type HttpClient, isHttpClient } from './http-client.ts';

/** Has a player turn between WebRTC and lives over HTTP. `client` is the one of WebRTC; null without. */
export function useHttp(
	{ element }: Pick<Player, 'element'>,
	client: MediaClient | null,
	createHttpClient: () => HttpClient,
): void {
	element.takes = (kind) => {
		const { client: current } = element.connection();
		if (kind === 'url' || (kind !== 'http' && !client)) return false;
		if (isHttpClient(current) !== (kind === 'http')) {
			if (current) current.unsubscribe();
			element.adopt(kind === 'http' ? createHttpClient() : client!);
		}
		return true;
	};
}
