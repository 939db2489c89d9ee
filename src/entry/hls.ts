/**
 * HLS script: what plays HLS where the engine cannot. Only a visit that needs it loads it.
 * See `docs/decisions/hls.md`.
 */
import Hls from 'hls.js';
import { createHlsPlayback } from '../player/act/hls-playback.ts';
import { linkRate } from '../player/watch/link-rate.ts';
import { connection } from '../visit/save-data.ts';
import { sessionItem } from '../visit/session-item.ts';
import { readQuality } from '../visit/session-quality.ts';

const handoff = window.livePage!;

if (!handoff.hls) {
	handoff.hls = createHlsPlayback({
		Hls,
		player: handoff.boot!.player,
		picked: () => readQuality(sessionItem('picked', handoff.head.visit)),
		kbps: linkRate(performance.getEntries() as PerformanceResourceTiming[], connection().downlink),
	});
}
