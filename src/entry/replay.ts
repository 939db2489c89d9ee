/** Replay script. */
import { createReplayControls } from '../view/stage/replay-controls.tsx';
import { rememberPosition, replayPosition } from '../visit/remembered.ts';
import { isMetered } from '../visit/save-data.ts';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __REPLAY_CSS__: string;

const handoff = window.livePage!;
const { id } = handoff.head.visit;

if (!hasRun(handoff, 'replayControls')) {
	handoff.replayControls = createReplayControls({
		video: handoff.boot!.player.video,
		position: (url) => replayPosition(id, url),
		savePosition: (url, seconds) => rememberPosition(id, url, seconds),
		metered: isMetered(),
	});
	addCss(__REPLAY_CSS__);
}
