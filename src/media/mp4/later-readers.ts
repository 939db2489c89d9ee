/** Readers that an ordinary file does not need before its first picture: they come later (`entry/replay-later.ts`). */
import { hevcCodec } from '../hevc.ts';
import { alignChunks } from './align-chunks.ts';
import { createDeriveOffsets } from './derive-offsets.ts';
import { openFragments } from './open-fragments.ts';
import { fillTracks } from './fill-tracks.ts';

export type { OpenTracks } from './open-fragments.ts';

export const laterReaders = {
	/** Places far within a long file. */
	alignChunks,
	createDeriveOffsets,
	/** Fragmented files. */
	openFragments,
	/** Sound or picture that begins late or ends early. */
	fillTracks,
	/** H.265. */
	hevcCodec,
};

export type LaterReaders = typeof laterReaders;
