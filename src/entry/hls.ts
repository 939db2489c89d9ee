/**
 * HLS script: what plays HLS. Only a visit that needs it loads it.
 * See `docs/decisions/hls.md`.
 */
import Hls from 'hls.js';
import { createHlsPlayback } from '../player/act/hls-playback.ts';
import { isReplay } from '../player/core/status.ts';
import { momentOf } from '../visit/moment.ts';
import { isReturn } from '../visit/place.ts';
import { replayPosition } from '../visit/remembered-replay.ts';
import { savesData } from '../visit/save-data.ts';
import { sessionItem } from '../visit/session-item.ts';
import { readQuality, rememberQuality } from '../visit/session-quality.ts';

const handoff = window.livePage!;

if (!handoff.hls) {
	const { visit } = handoff.head;
	const { player } = handoff.boot!;
	let moment = isReturn() ? 0 : momentOf(location.search);
	const pickedKey = sessionItem('picked', visit);
	handoff.hls = true;
	createHlsPlayback({
		Hls,
		player,
		readPicked: () => readQuality(pickedKey),
		rememberPicked: (name) => rememberQuality(pickedKey, name),
		showLevels: (levels) => handoff.app!.showLevels(levels),
		position() {
			const at = isReplay(player.state) ? moment || replayPosition(visit) : -1;
			moment = 0;
			return at;
		},
		savesData,
		link: handoff.boot!,
	});
}
