/** Live-player script: the player after the first frame. */
import { extendPlayer } from '../player/extend-player.ts';
import { createPlayClient } from '../rts/play.ts';
import { rememberQuality } from '../visit/session-quality.ts';
import { hasRun } from './has-run.ts';

const handoff = window.livePage!;

if (!hasRun(handoff, 'playerExtended')) {
	handoff.playerExtended = true;
	const { player, client, imageUrl, report } = handoff.boot!;
	extendPlayer(player, {
		coverUrl: (url) => imageUrl(url, innerWidth),
		client,
		makeClient: () => createPlayClient({ report }),
		onQuality: (name) => rememberQuality('watched', name),
	});
}
