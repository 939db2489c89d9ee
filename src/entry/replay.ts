/** Replay script: follows a recording, and its controls. Only a visit that plays one loads it. */
import { extendRecording } from '../player/extend-recording.ts';
import type { ReplayScript } from '../models/load-scripts.ts';
import { addCss } from '../view/page/add-css.ts';
import { createReplayControls } from '../view/stage/replay-controls.tsx';
import { momentOf } from '../visit/moment.ts';
import { isReturn } from '../visit/place.ts';
import { rememberPosition, rememberSpeed, replayPosition, replaySpeed } from '../visit/remembered-replay.ts';
import { isMetered, savesData } from '../visit/save-data.ts';
import { rememberQuality, WATCHED } from '../visit/session-quality.ts';

const handoff = window.livePage!;

if (!handoff.replay) {
	const { visit } = handoff.head;
	const { player } = handoff.boot!;
	let moment = isReturn() ? 0 : momentOf(location.search);
	handoff.replay = {
		ReplayControls: createReplayControls({
			video: player.video,
			moment,
			position: () => replayPosition(visit),
			savePosition: (_url, seconds) => rememberPosition(visit, seconds),
			speed: replaySpeed,
			saveSpeed: rememberSpeed,
			metered: isMetered(),
		}) as ReplayScript['ReplayControls'],
	};
	extendRecording(player, {
		link: handoff.boot!,
		savesData,
		onQuality: (name) => rememberQuality(WATCHED, name),
		log: (line) => console.info(line),
		position() {
			const at = moment || replayPosition(visit);
			moment = 0;
			return at;
		},
	});
	addCss(__CSS__);
}
