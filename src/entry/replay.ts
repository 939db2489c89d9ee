/**
 * Replay script: loads a recording by pieces, and decides on it. Only a visit that plays one loads it. What the first picture
 * does not need follows in scripts of its own.
 */
import shared from 'shared:replay';
import { type BuiltScript, loadScript } from '../network/load-script.ts';
import type { RangeError } from '../network/request-range.ts';
import { extendRecording } from '../player/extend-recording.ts';
import { whenAhead, whenFirstFrame } from '../player/watch/first-frame.ts';
import { momentOf } from '../visit/moment.ts';
import { isReturn } from '../visit/place.ts';
import { replayPosition } from '../visit/remembered-replay.ts';
import { savesData } from '../visit/save-data.ts';
import { rememberQuality, WATCHED } from '../visit/session-quality.ts';

declare const __REPLAY_CONTROLS__: BuiltScript;
declare const __RARE_READERS__: BuiltScript;

const handoff = window.livePage!;

/** Loads a script; resolves to what it leaves. */
const load = <T>({ url, integrity }: BuiltScript, retry: number, read: () => T | undefined): Promise<T> =>
	loadScript(url, { integrity, retry, hasRun: read }).then(() => read()!);

if (!handoff.replay) {
	const { visit } = handoff.head;
	const { player } = handoff.boot!;
	const moment = isReturn() ? 0 : momentOf(location.search);
	let next = moment;
	const loadRareReaders = () =>
		handoff.rareReaders
			? Promise.resolve(handoff.rareReaders)
			: load(__RARE_READERS__, 1, () => handoff.rareReaders).catch(() => {
					// As if the file's host had not answered: whether it does decides what follows.
					throw { status: 0, aborted: false } as RangeError;
				});
	extendRecording(player, {
		link: handoff.boot!,
		savesData,
		onQuality: (name) => rememberQuality(WATCHED, name),
		log: (line) => console.info(line),
		loadRareReaders,
		position() {
			const at = next || replayPosition(visit);
			next = 0;
			return at;
		},
	});
	handoff.replay = {
		shared,
		moment,
		// Beside the first requests of the file, so that they are there as the first frame is shown.
		controls: load(__REPLAY_CONTROLS__, Infinity, () => handoff.replayControls),
	};
	// A place far within a long file needs them; else they come before a viewer looks for one.
	(moment || replayPosition(visit) ? Promise.resolve() : whenFirstFrame(player).then(() => whenAhead(player.video)))
		.then(loadRareReaders)
		.catch(() => {});
}
