/**
 * The live-player script: what the player of a broadcast needs after the first frame. Stalls, waking up, pausing, the choice
 * of quality, connections beside what plays. The deferred script loads it.
 */
import { extendPlayer } from '../player/extend-player.ts';
import { createPlayClient } from '../rts/play.ts';
import { rememberQuality } from '../visit/session-quality.ts';

const handoff = window.livePage!;

// An attempt to load the script that took too long may arrive after the next one.
if (!handoff.playerExtended) {
	handoff.playerExtended = true;
	const { player, client, imageUrl, report } = handoff.boot!;
	extendPlayer(player, {
		coverUrl: (url) => imageUrl(url, innerWidth),
		client,
		makeClient: () => createPlayClient({ report }),
		onQuality: (name) => rememberQuality('watched', name),
	});
}
