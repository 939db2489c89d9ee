/** The way to what plays lives over HTTP (`docs/decisions/http-live.md`), which is a script of its own. */
import type { Player } from './core/create-player.ts';
import { streamOf } from './core/source.ts';
import type { PlayerState } from './core/state.ts';

/**
 * Loads what plays lives over HTTP once one is to be played.
 *
 * @param load resolves once the script has replaced `element.takes` (`act/use-http.ts`)
 */
export function attachHttp(player: Pick<Player, 'listeners' | 'state' | 'retry'>, load: () => Promise<unknown>): void {
	let loaded: Promise<unknown> | undefined;
	const look = ({ status, qualities, quality }: PlayerState) => {
		if (status === 'connecting' && streamOf(qualities[quality]!.address, '').kind === 'http')
			loaded = loaded || load().then(player.retry);
	};
	player.listeners.add(look);
	look(player.state);
}
