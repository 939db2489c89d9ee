/** The replay script: a replay's speed, position and end. A visit that shows one loads it after the deferred script. */
import { createReplayControls } from '../view/replay-controls.tsx';
import { rememberPosition, replayPosition } from '../visit/remembered.ts';
import { isMetered } from '../visit/save-data.ts';
import { addCss } from './add-css.ts';

declare const __REPLAY_CSS__: string;

const handoff = window.livePage!;
const { id } = handoff.head.visit;

// An attempt to load the script that took too long may arrive after the next one.
if (!handoff.replayControls) {
	handoff.replayControls = createReplayControls({
		video: handoff.boot!.player.video,
		position: (url) => replayPosition(id, url),
		savePosition: (url, seconds) => rememberPosition(id, url, seconds),
		metered: isMetered(),
	});
	addCss(__REPLAY_CSS__);
}
