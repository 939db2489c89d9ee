/** What a recording does not need before its first picture: a script of its own (`entry/replay-later.ts`). */
import { lacksPicture } from '../media/lacks-picture.ts';
import { laterReaders } from '../media/mp4/later-readers.ts';
import { diagnose } from './act/why-file-failed.ts';
import { joinPlace } from './act/join-place.ts';
import { keepPicture } from './act/keep-picture.ts';
import type { Player } from './core/create-player.ts';
import { RulesRank } from './core/rules-rank.ts';
import { withRest } from './rules/hidden.ts';

export const recordingLater = Object.assign(
	{
		/** Another quality in place of what is loaded ahead. */
		joinPlace,
		/** The last picture while another source follows. */
		keepPicture,
		/** Why an address does not play, and whether a file would be sound alone. */
		diagnose,
		lacksPicture,
	},
	laterReaders,
);

/** Adds the rules of hidden pages. */
export const addRest = (player: Pick<Player, 'addRules'>): void =>
	player.addRules(RulesRank.Rest, ({ rules }) => ({ rules: withRest(rules) }));

export type RecordingLater = typeof recordingLater;
