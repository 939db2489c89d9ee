/** Live script: the rules of an evening on a weak link. Loads while the stream connects. */
import { extendPlayer } from '../player/live/extend-player.ts';
import { linkUse } from '../player/page/link-use.ts';
import { createLinkRoom } from '../player/page/link-room.ts';
import { createPlayClient } from '../rts/play/play.ts';
import { createImageHold } from '../view/introduction/hold-images.ts';
import { addCss } from '../view/page/add-css.ts';
import { connection } from '../visit/save-data.ts';
import { rememberQuality } from '../visit/session-quality.ts';

declare const __LIVE_CSS__: string;

/** Mbit/s from which loads take nothing from a stream. */
const FAST_LINK = 5;

/** Spare rate that loads need, as a multiple of the stream's; they take more than is spare. */
const ROOM = 1.5;

const handoff = window.livePage!;

if (!handoff.live) {
	const boot = handoff.boot!;
	const { player, client, imageUrl } = boot;
	const rules = extendPlayer(player, {
		coverUrl: (url) => imageUrl(url, innerWidth),
		makeClient: () => createPlayClient({ report: boot.report, whep: client!.whep }),
		onQuality: (name) => rememberQuality('watched', name),
	});
	const isFast = () => connection().downlink! >= FAST_LINK;
	const room = createLinkRoom({
		linkUse: () => linkUse(player.state, performance.now(), rules.isLacking()),
		measure: async () => isFast() || rules.hasRoom(ROOM),
	});
	const holdImages = createImageHold(room);
	handoff.live = {
		holdImages: (content) => isFast() || holdImages(content),
		whenRoom: room.whenRoom,
	};
	// Those that came before this script.
	handoff.live.holdImages(document.querySelector('.panels')!);
	addCss(__LIVE_CSS__);
}
