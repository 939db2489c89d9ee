/** Deferred script, loaded after the bundle or at a click. */
import { type BuiltScript, loadScript } from '../network/load-script.ts';
import { showUnanswered } from '../player/page/show-unanswered.ts';
import { addCss } from './add-css.ts';
import { createDeferred } from './create-deferred.ts';
import { hasRun } from './has-run.ts';

declare const __DEFERRED_CSS__: string;
declare const __IN_APP__: BuiltScript;
declare const __REPLAY__: BuiltScript;
declare const __SHORTCUTS__: BuiltScript;
declare const __REPORTS__: BuiltScript;
declare const __LIVE_PLAYER__: BuiltScript;
declare const __SHARE_CARDS__: BuiltScript;

const handoff = window.livePage!;

if (!hasRun(handoff, 'deferred')) {
	const load = ({ url, integrity }: BuiltScript, hasRun: () => unknown) =>
		loadScript(url, { retry: Infinity, integrity, hasRun });
	handoff.deferred = createDeferred(handoff.head, handoff.boot!, {
		loadReports: () => load(__REPORTS__, () => handoff.reportsStarted),
		loadShareCards: () => load(__SHARE_CARDS__, () => handoff.setShareCard).then(() => handoff.setShareCard!),
		loadInApp: () => load(__IN_APP__, () => handoff.saveImages).then(() => handoff.saveImages!),
		loadReplayControls: () => load(__REPLAY__, () => handoff.replayControls).then(() => handoff.replayControls!),
		loadShortcuts: () => load(__SHORTCUTS__, () => handoff.createShortcuts).then(() => handoff.createShortcuts!),
		holdImages: (content) => handoff.holdImages!(content),
		loadLivePlayer: async () => handoff.playerExtended || load(__LIVE_PLAYER__, () => handoff.playerExtended),
	});
	addCss(__DEFERRED_CSS__);
	const { player, client, expected } = handoff.boot!;
	if (client && expected) showUnanswered(player, client, expected, handoff.head.live);
}
