/**
 * Live-player script: the player of a broadcast after the first frame (stalls, waking up, pausing, qualities). Loaded
 * by the deferred script.
 */
import { extendPlayer } from '../player/extend-player.ts';
import { createPlayClient } from '../rts/play.ts';
import { rememberQuality } from '../visit/session-quality.ts';

const handoff = window.livePage!;

// A late attempt may arrive after the next one.
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
