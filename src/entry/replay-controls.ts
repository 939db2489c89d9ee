/** Script of a replay's controls, and of where it goes on. */
import type { PageComponent } from '../models/page-model.ts';
import { addCss } from '../view/page/add-css.ts';
import { createReplayControls } from '../view/stage/replay-controls.tsx';
import { rememberPosition, rememberSpeed, replayPosition, replaySpeed } from '../visit/remembered-replay.ts';
import { isMetered } from '../visit/save-data.ts';

const handoff = window.livePage!;

if (!handoff.replayControls) {
	const { visit } = handoff.head;
	handoff.replayControls = createReplayControls({
		video: handoff.boot!.player.video,
		moment: handoff.replay!.moment,
		position: () => replayPosition(visit),
		savePosition: (seconds) => rememberPosition(visit, seconds),
		speed: replaySpeed,
		saveSpeed: rememberSpeed,
		metered: isMetered(),
	}) as PageComponent;
	addCss(__CSS__);
}
