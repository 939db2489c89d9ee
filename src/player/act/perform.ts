/** Carries out the commands of the stage script. */
import { isAnswer } from '../../network/failure.ts';
import type { Player } from '../core/create-player.ts';
import type { Command, CoreCommand, RecordingCommand } from '../core/draft.ts';
import { isReplay } from '../core/status.ts';
import type { TrialConnection } from './trial-connection.ts';

interface ActOptions {
	player: Player;
	coverUrl: (url: string) => string;
	trial: TrialConnection;
	/** The API is called. */
	onCall: () => void;
	/** Measures the link; kbit/s beside what plays. */
	measure: () => Promise<number>;
}

/** Makes the last frame, or else `cover`, the poster during the next load. What has never moved has shown none. */
export function setPoster(video: HTMLVideoElement, cover: string): void {
	if (video.videoWidth && video.readyState > 1 && video.currentTime)
		try {
			const canvas = document.createElement('canvas');
			canvas.width = video.videoWidth;
			canvas.height = video.videoHeight;
			canvas.getContext('2d')!.drawImage(video, 0, 0);
			video.poster = canvas.toDataURL('image/jpeg');
		} catch {
			// Pixels of another host's video are unreadable.
		}
	if (!video.poster && cover) video.poster = cover;
}

/** Creates what carries out commands: the trial's connection, frames to keep, calls of the API. */
export function createActs({ player, coverUrl, trial, onCall, measure }: ActOptions) {
	const { video, dispatch, element } = player;
	let refreshTimer: ReturnType<typeof setTimeout> | 0 = 0;

	/** Fetches the broadcast later, one request at a time, so that a waiting crowd stays spread out. */
	function refreshAfter(delay: number): void {
		refreshTimer = refreshTimer || setTimeout(callApi, delay);
	}

	function callApi(): void {
		onCall();
		const answer = player.refresh();
		const end = () => void (refreshTimer = 0);
		answer.then(
			(live) => dispatch({ type: 'refreshed', live, qualities: player.qualitiesOf(live) }),
			// A refusal is a reply, too.
			(error) => isAnswer(error) && dispatch({ type: 'alive' }),
		);
		// Whatever comes of it: what throws must not be the last answer.
		answer.then(end, end);
	}

	return {
		refreshAfter,
		/** `performBefore` carries out the commands of others. */
		perform(command: Command, performBefore: (command: Command) => void): void {
			switch (command.type) {
				case 'refresh':
					if (isReplay(player.state)) break;
					return refreshAfter(command.delay);
				case 'measure':
					measure().then((kbps) => dispatch({ type: 'measured', kbps }));
					return;
				case 'show':
					return player.show(command.live);
				case 'try':
					return trial.start(command.stream, command.timeout, command.hasVideo);
				case 'setPoster':
					setPoster(video, '');
					return element.showCover('');
				case 'cover': {
					const { source, cover } = player.state;
					return element.showCover((command.isKept ? source!.poster : cover) || '');
				}
				case 'swap':
					// A media URL, for a stream.
					if (video.hasAttribute('src')) {
						setPoster(video, '');
						video.removeAttribute('src');
					}
					return trial.swap();
				case 'dropTrial':
					return trial.drop();
				case 'loadReplay':
					video.removeAttribute('poster');
					break;
				case 'load':
				case 'unload':
					if (command.keep) {
						const { poster } = player.state.source!;
						setPoster(video, poster && coverUrl(poster));
					}
					break;
				default:
					command satisfies CoreCommand | RecordingCommand;
			}
			performBefore(command);
		},
		stop(): void {
			trial.drop();
			clearTimeout(refreshTimer);
		},
	};
}
