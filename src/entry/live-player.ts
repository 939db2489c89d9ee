/** Live-player script: the rules for after the first frame. */
import { extendPlayer } from '../player/live/extend-player.ts';
import { linkUse } from '../player/page/link-use.ts';
import { createPlayClient } from '../rts/play/play.ts';
import { createImageHold } from '../view/introduction/hold-images.ts';
import { connection } from '../visit/save-data.ts';
import { rememberQuality } from '../visit/session-quality.ts';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __LIVE_PLAYER_CSS__: string;

/** Mbit/s from which images take nothing from a stream. */
const FAST_LINK = 5;

/** Spare rate that images need, as a multiple of the stream's; they take more than is spare. */
const ROOM = 1.5;

const handoff = window.livePage!;

if (!hasRun(handoff, 'playerExtended')) {
	handoff.playerExtended = true;
	const boot = handoff.boot!;
	const { player, client, imageUrl } = boot;
	const { isLacking, hasRoom } = extendPlayer(player, {
		coverUrl: (url) => imageUrl(url, innerWidth),
		// The reports script may replace `report`.
		makeClient: () =>
			createPlayClient({ report: (messageId, args) => boot.report(messageId, args), whep: client!.whep }),
		onQuality: (name) => rememberQuality('watched', name),
	});
	const holdImages = createImageHold({
		linkUse: () => linkUse(player.state, performance.now(), isLacking()),
		hasRoom: () => hasRoom(ROOM),
	});
	handoff.holdImages = (content) => {
		if (!(connection().downlink! >= FAST_LINK)) holdImages(content);
	};
	addCss(__LIVE_PLAYER_CSS__);
}
