import type { FileCache } from './file-cache.ts';
import { fillTracks } from './fill-tracks.ts';
import { readFragmentIndex } from './fragment-index.ts';
import { openFragmentRows, createFragmentReader, type FragmentDefaults } from './fragment-rows.ts';
import { readBoxes } from './read-boxes.ts';
import type { FileIndex } from './read-index.ts';
import { secondsOf, type SampleTable, type TrackRows } from './sample-rows.ts';
import { searchFragments } from './search-fragments.ts';

/** Tracks of a file, and its duration in seconds. */
export interface OpenTracks {
	tracks: TrackRows[];
	duration: number;
}

/** Opens the tracks of a file whose fragments follow an offset, and finds how long they are. */
export function openFragments(
	file: FileCache,
	from: number,
	{ tracks, duration, scale, mvex }: FileIndex,
	tables: SampleTable[],
): OpenTracks {
	const defaults: FragmentDefaults = {};
	for (const { type, from } of readBoxes(file, mvex!)) {
		if (type === 'trex') defaults[file.u32(from + 4)] = [file.u32(from + 12), file.u32(from + 16), file.u32(from + 20)];
		if (type === 'mehd') duration = file.number(from + 4, file.u8(from)) / scale;
	}
	const next = createFragmentReader(file, defaults);
	const timeAt = (at: number) => {
		const fragment = next(at);
		const times = tracks.map((track) => {
			const [row] = (fragment && fragment.rows[track.id]) || [];
			return row ? secondsOf(track, row.dts) : Infinity;
		});
		return Math.min(...times);
	};
	const index = readFragmentIndex(file, tracks, from) || searchFragments(file, from, duration, timeAt);
	const rows = tables.map((table, number) => openFragmentRows(tracks[number]!, table, next, index, file.size));
	if (index.duration >= 0) duration = index.duration || duration;
	else {
		const last = next(index.find(Infinity));
		const ends = rows.map((row, number) => {
			const [end] = ((last && last.rows[tracks[number]!.id]) || []).slice(-1);
			return end ? secondsOf(row, end.dts + end.duration) : 0;
		});
		duration = Math.max(duration, ...ends);
	}
	const [video, audio] = rows;
	return { tracks: audio ? fillTracks(video!, audio, duration) : rows, duration };
}
