/** Live-player script: the rules for after the first frame. */
import { extendPlayer } from '../player/extend-player.ts';
import { createPlayClient } from '../rts/play.ts';
import { rememberQuality } from '../visit/session-quality.ts';
import { hasRun } from './has-run.ts';

const handoff = window.livePage!;

if (!hasRun(handoff, 'playerExtended')) {
	handoff.playerExtended = true;
	const boot = handoff.boot!;
	const { player, client, imageUrl } = boot;
	extendPlayer(player, {
		coverUrl: (url) => imageUrl(url, innerWidth),
		// The reports script may replace `report`.
		makeClient: () =>
			createPlayClient({ report: (messageId, args) => boot.report(messageId, args), whep: client!.whep }),
		onQuality: (name) => rememberQuality('watched', name),
	});
}
