/**
 * Script of what a visit needs late, or at a tap: chat, news, dialogs, share cards, saved images, WHEP's rest,
 * a broadcast's HLS.
 */
import { postersOf } from '../api/complete-live.ts';
import { warnUnsigned } from '../api/warn-unsigned.ts';
import { fetchShareSignature } from '../api/share-signature.ts';
import { createReplayChat } from '../models/replay-chat.ts';
import { chatRules } from '../models/chat-rules.ts';
import type { CardOptions, More } from '../models/load-scripts.ts';
import { enlargeImage } from '../native/enlarge-image.ts';
import { saveImages } from '../native/save-images.ts';
import { firstOf } from '../player/core/first-address.ts';
import { isUsable } from '../player/core/list-qualities.ts';
import { RulesRank } from '../player/core/rules-rank.ts';
import type { Page } from '../models/page-model.ts';
import { createFailureLog } from '../player/report/failure-detail.ts';
import { playFallback } from '../player/act/play-fallback.ts';
import { withFallback } from '../player/rules/fallback.ts';
import { supportError } from '../rts/sdk/support.ts';
import type { PlayClient } from '../rts/play/play.ts';
import { whepExtras } from '../rts/play/whep-extras.ts';
import { setShare } from '../share/set-share.ts';
import { ChatPanel } from '../view/chat/chat-panel.tsx';
import { createOverlays } from '../view/dialogs/overlays.tsx';
import { createNewsPanel } from '../view/news/news-panel.tsx';
import { addCss } from '../view/page/add-css.ts';
import { releaseRenders } from '../view/page/release-renders.ts';
import { saveCalendar, takesFiles } from '../share/calendar.ts';
import { createGuideReader } from '../safe/guide.ts';
import { createGuide } from '../view/guide/guide.tsx';
import { createOpening } from '../view/stage/opening.tsx';
import { followShortcuts } from '../view/stage/shortcuts.ts';
import { environment } from '../visit/environment.ts';
import { followCover } from '../view/stage/follow-cover.ts';

const handoff = window.livePage!;

if (!handoff.more) {
	releaseRenders();
	const { config, visit, live, signRequest } = handoff.head;
	const { player, client, imageUrl } = handoff.boot!;
	const { userAgent, maxTouchPoints } = navigator;
	const { linkOf } = handoff.app!;
	const readGuide = createGuideReader(config.api.fields);
	const views = {
		ChatPanel,
		NewsPanel: createNewsPanel(handoff.app!.holdImages),
		Dialogs: createOverlays(readGuide),
		Opening: createOpening(
			(live) => saveCalendar(Object.assign({}, live, { url: linkOf(live) })),
			(insideApp) => !insideApp && takesFiles(environment(userAgent, maxTouchPoints), userAgent),
			() => Date.now() + signRequest.setTime(null),
			linkOf,
		),
	};
	handoff.more = Object.assign(views, createGuide(player.video, readGuide, createReplayChat), {
		chatRules,
		enlarge: enlargeImage,
		checkSupport: () => supportError(navigator.userAgent, !!self.RTCPeerConnection),
		playFallback: () =>
			playFallback(player, config.rts, handoff.picture && handoff.picture.address(), (source) =>
				firstOf(config, visit.id, source),
			),
		setShareCard: (options: CardOptions) =>
			setShare(Object.assign({ fetchSignature: (url: string) => fetchShareSignature(options.call, url) }, options)),
		followShortcuts: (page: Page) => followShortcuts(player.video, page),
		saveImages,
		// Called where it has a session; a live over HTTP may have followed while this script was requested.
		useWhep: () => ((player.element.connection().client as Partial<PlayClient>).useWhep || client!.useWhep)(whepExtras),
	}) as unknown as More;
	player.addRules(RulesRank.Fallback, ({ rules }) => ({ rules: withFallback(rules) }));
	const logFailure = createFailureLog((line) => console.info(line));
	player.listeners.add(logFailure);
	logFailure(player.state);
	warnUnsigned(config.api.signKey);
	live.then(
		({ raw, qualities }) => {
			const bad = qualities.filter((quality) => !isUsable(quality)).length;
			if (bad) console.warn(`Bad qualities: ${bad}`);
			followCover(
				document.querySelector<HTMLImageElement>('#cover')!,
				postersOf(raw).map((url) => imageUrl(url, innerWidth)),
			);
		},
		() => {},
	);
	addCss(__CSS__);
}
