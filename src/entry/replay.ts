/**
 * Replay script: loads a recording by pieces, and decides on it. Only a visit that plays one loads it. What the first picture
 * does not need follows in scripts of its own.
 */
import { signal } from '@preact/signals';
import type { ComponentType } from 'react';
import { jsx } from 'react/jsx-runtime';
import shared from 'shared:replay';
import type { Page } from '../models/page-model.ts';
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
declare const __REPLAY_LATER__: BuiltScript;

const handoff = window.livePage!;

if (!handoff.replay) {
	const { visit } = handoff.head;
	const { player } = handoff.boot!;
	const { video } = player;
	const moment = isReturn() ? 0 : momentOf(location.search);
	let next = moment;
	const controls = signal<ComponentType<{ page: Page }> | null>(null);
	handoff.replay = {
		shared,
		moment,
		ReplayControls(props) {
			const Controls = controls.value;
			return Controls && jsx(Controls, props);
		},
	};

	/** Two attempts at a script; goes on with `onFailed`. */
	const load = ({ url, integrity }: BuiltScript, hasRun: () => unknown, onFailed?: () => void) =>
		loadScript(url, Object.assign({ integrity, hasRun, retry: 1 }, onFailed && { onFailed }));
	async function loadLater(onFailed?: () => void) {
		if (!handoff.replayLater)
			await load(__REPLAY_LATER__, () => handoff.replayLater, onFailed).catch(() => {
				// As if the file's host had not answered: whether it does decides what follows.
				throw 0 as RangeError;
			});
		return handoff.replayLater!;
	}
	extendRecording(player, {
		link: handoff.boot!,
		savesData,
		onQuality: (name) => rememberQuality(WATCHED, name),
		log: (line) => console.info(line),
		loadLater,
		readLater: () => handoff.replayLater,
		position() {
			const at = next || replayPosition(visit);
			next = 0;
			return at;
		},
	});

	const firstFrame = whenFirstFrame(player);
	// They are shown once the stage script is there, which is larger and loads at the same time.
	firstFrame
		// The browser's, until a later attempt succeeds.
		.then(() =>
			load(
				__REPLAY_CONTROLS__,
				() => handoff.replayControls,
				() => (video.controls = true),
			),
		)
		.then(() => {
			video.controls = false;
			controls.value = handoff.replayControls!;
		});
	// A place far within a long file needs them at once; else they come before a viewer looks for one.
	(moment || replayPosition(visit) ? Promise.resolve() : firstFrame.then(() => whenAhead(video))).then(() =>
		loadLater(() => {}),
	);
}
