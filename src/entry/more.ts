/** Script of what a visit needs late, or at a tap: chat, news, dialogs, replay controls, reports, WHEP's rest, HLS. */
import { enlargeImage } from '../native/enlarge-image.ts';
import type { MoreViews } from '../models/page-model.ts';
import { playHls } from '../player/page/play-hls.ts';
import { sendReports } from '../player/page/send-reports.ts';
import { supportError } from '../rts/sdk/support.ts';
import { whepRest } from '../rts/play/whep-rest.ts';
import { ChatPanel } from '../view/chat/chat-panel.tsx';
import { Dialogs } from '../view/dialogs/dialogs.tsx';
import { createNewsPanel } from '../view/news/news-panel.tsx';
import { addCss } from '../view/page/add-css.ts';
import { createReplayControls } from '../view/stage/replay-controls.tsx';
import { rememberPosition, replayPosition } from '../visit/remembered.ts';
import { isMetered } from '../visit/save-data.ts';

declare const __MORE_CSS__: string;

const handoff = window.livePage!;

if (!handoff.more) {
	const { config, visit } = handoff.head;
	const { player, client, takeReports } = handoff.boot!;
	const views = {
		ChatPanel,
		NewsPanel: createNewsPanel(handoff.app!.holdImages),
		Dialogs,
		ReplayControls: createReplayControls({
			video: player.video,
			position: (url) => replayPosition(visit.id, url),
			savePosition: (url, seconds) => rememberPosition(visit.id, url, seconds),
			metered: isMetered(),
		}),
	};
	handoff.more = Object.assign(views as MoreViews, {
		enlarge: (image: HTMLImageElement, { open }: { open(dialog: { kind: 'image'; url: string }): void }) =>
			enlargeImage(image, (url) => open({ kind: 'image', url })),
		checkSupport: () => supportError(navigator.userAgent, !!self.RTCPeerConnection),
		playHls: () => playHls(player),
		sendReports: () => client && sendReports(player, takeReports, config.rts.logUrl),
		useWhep: () => player.element.connection().client!.useWhep(whepRest),
	});
	addCss(__MORE_CSS__);
}
