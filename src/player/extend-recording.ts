/** Adds recordings to the player: what is seen of them, their rules, and what loads them. */
import { throughBridge } from '../rts/play/received-stream.ts';
import { createFileFailures } from '../network/file-failures.ts';
import { beginAt } from './act/begin-at.ts';
import { createRecordingLoader } from './act/load-recording.ts';
import type { Player } from './core/create-player.ts';
import { isHls } from './core/is-hls.ts';
import { RulesRank } from './core/rules-rank.ts';
import type { PlayerSource } from './core/source.ts';
import { isReplay } from './core/status.ts';
import { type Link, noteRate } from './link/link-rate.ts';
import type { RecordingLater } from './recording-later.ts';
import { withRecording } from './rules/recording.ts';
import { createRecordingWatch } from './watch/see-recording.ts';

interface RecordingOptions {
	link: Link;
	/** Seconds at which the recording that is shown begins. */
	position: () => number;
	/** Called with the name of another quality that plays. */
	onQuality: (name: string) => void;
	/** Whether the viewer saves data. */
	savesData: () => boolean;
	/** For the console. */
	log: (line: string) => void;
	loadLater: () => Promise<RecordingLater>;
	/** What it has loaded. */
	readLater: () => RecordingLater | undefined;
}

/** Adds recordings to a player, which may show one already. */
export function extendRecording(player: Player, options: RecordingOptions): void {
	const { link, position, onQuality, savesData, log, loadLater, readLater } = options;
	const { video, element, dispatch } = player;
	/** Whose place is known. */
	let shown: PlayerSource | null = null;
	const failures = createFileFailures();
	const keepPicture = () => {
		const later = readLater();
		if (later) later.keepPicture(video);
	};
	const loader = createRecordingLoader({
		failures,
		video,
		plays: () => watch.plays(),
		play: () => element.play(),
		keepPicture,
		loadLater,
		onPiece() {
			noteRate(link, loader.seen().rate);
			dispatch({ type: 'piece' });
		},
		onFailed: (kind, status) => dispatch({ type: 'recordingFailed', kind, status }),
	});
	const watch = createRecordingWatch({ video, loader, savesData });
	const current = () => player.state.qualities[player.state.quality]!;

	/** Loads the quality at a place. */
	function load(place: number): void {
		const { address } = current();
		watch.onLoad(place);
		if (player.state.recording!.way === 'pieces') {
			// Its picture stays; its failure, if it comes later, is not one of the pieces.
			if (!loader.isActive()) video.removeAttribute('src');
			// The bar shows it at once.
			if (video.readyState < 1) video.currentTime = place;
			return loader.load(address, place);
		}
		keepPicture();
		loader.stop();
		element.setUrl(address, place);
		// hls.js begins there by itself.
		if (video.getAttribute('src') === address) video.currentTime = place;
		beginAt(video, place);
		if (watch.plays()) element.play();
	}

	player.addRules(RulesRank.Recording, (before) => ({
		rules: withRecording(before.rules),
		see(surroundings, event) {
			const seen = watch.see(before.see(surroundings, event));
			// Of what an element requests its failure alone is known.
			if (event.type === 'failed' && event.reason === 'media' && !seen.recording.isUndecodable) failures.note();
			return seen;
		},
		perform(command) {
			const { state } = player;
			switch (command.type) {
				case 'loadReplay': {
					const place = shown === state.source ? watch.place() : position();
					shown = state.source;
					loader.stop();
					element.unload();
					video.removeAttribute('poster');
					load(place);
					// WeChat plays in answer to its bridge.
					const { generation } = element.connection();
					throughBridge(() => generation === element.connection().generation && element.play());
					return;
				}
				case 'loadRecording':
					shown = state.source;
					// The loader keeps what is loaded ahead.
					if (state.recording!.way === 'pieces' && loader.isActive()) loader.resume(current().address);
					else load(watch.place());
					return;
				case 'changeRecording':
					if (command.why) log(`recording: ${command.why}`);
					if (!state.rested) onQuality(current().name);
					loader.change(current().address, command.soon, !command.why);
					return;
				case 'diagnose': {
					const { source, recording } = state;
					const { address } = current();
					const isOpaque = recording!.failing === 'opaque';
					const found = loadLater().then(({ diagnose }) => diagnose(address, failures, isOpaque));
					// As if its host had not answered.
					found
						.catch(() => ({ kind: 'network' as const }))
						.then((found) => {
							const { state } = player;
							if (state.source !== source || state.recording!.attempts !== recording!.attempts) return;
							// It may be read again.
							if (state.status === 'failed' && found.kind === 'fine') player.retry();
							else dispatch(Object.assign({ type: 'recordingFailed' as const }, found));
						});
					return;
				}
				case 'refresh':
					if (!isReplay(state)) break;
					setTimeout(() => {
						player.refresh().then(
							(live) =>
								dispatch({
									type: 'refreshed',
									live,
									qualities: player.qualitiesOf(Object.assign({}, live, { status: 3 })),
								}),
							// The next attempt does not wait for it.
							() => {},
						);
					}, command.delay);
					return;
				case 'pause':
					return video.pause();
				case 'load':
				case 'unload':
					loader.stop();
			}
			before.perform(command);
		},
	}));
	// Engines pause what they keep for Back, and leave it paused.
	let wasPlaying = false;
	addEventListener('pagehide', () => (wasPlaying = isReplay(player.state) && !video.paused));
	addEventListener('pageshow', () => wasPlaying && element.play());

	const { state } = player;
	if (!isReplay(state)) return;
	const src = video.getAttribute('src');
	if (state.status === 'failed' || (!src && !isHls(current().address))) player.retry();
	else {
		const place = position();
		// The engine has begun; hls.js knows the place.
		if (src && !/^blob:/.test(src)) beginAt(video, place);
		// It may fail before it is anywhere.
		if (!video.readyState) watch.onLoad(place);
	}
}
