import type { Player } from '../player/core/create-player.ts';
import type { PlayerEvent } from '../player/core/draft.ts';
import { isMoving, isStreaming } from '../player/core/status.ts';

/** Milliseconds after which an action that waits for the live rules has expired. */
const MAX_DELAY = 2000;

/** The player, as the viewer's actions use it. */
export type ViewerPlayer = Pick<Player, 'state' | 'video' | 'dispatch'>;

interface PlayerActionOptions {
	player: ViewerPlayer;
	/** Resolves once the live rules are there. */
	loadLiveRules(): Promise<unknown>;
	/** Receives the name of a picked quality; '' for none. */
	onPick(name: string): void;
	/** An action has expired. */
	onExpired(): void;
}

/** Creates the viewer's actions. Until the live rules are there, they do at once what the core can do, else expire. */
export function createPlayerActions({ player, loadLiveRules, onPick, onExpired }: PlayerActionOptions) {
	const { video, dispatch } = player;
	let picks = 0;

	/** Dispatches an event of the live rules. `begin`: what the core can do; returns whether the event still holds later. */
	function act(event: PlayerEvent, begin?: () => (() => boolean) | undefined): void {
		let holds: () => boolean = () => true;
		const timers = [
			setTimeout(() => {
				const begun = begin && begin();
				if (!begun) return;
				holds = begun;
				clearTimeout(timers[1]);
			}),
			setTimeout(() => {
				holds = () => false;
				onExpired();
			}, MAX_DELAY),
		];
		loadLiveRules().then(() => {
			timers.forEach(clearTimeout);
			if (holds()) dispatch(event);
		});
	}

	return {
		/** Ends the connection; without the rules, stands still first. */
		pause: () =>
			act({ type: 'viewerPause' }, () => {
				if (!isMoving(player.state.status)) return;
				video.pause();
				return () => video.paused;
			}),
		play: () => act({ type: 'viewerPlay' }),
		/** Plays a quality, by index; -1: automatically. Without the rules, loads it anew. */
		choose(quality: number): void {
			const pick = ++picks;
			const { state } = player;
			onPick(quality < 0 ? '' : state.qualities[quality]!.name);
			act({ type: 'pick', quality }, () => {
				const { source, qualities, status } = player.state;
				if (quality < 0 || !isStreaming(player.state) || status === 'failed') return;
				if (quality !== player.state.quality)
					dispatch({ type: 'live', live: source!, qualities: qualities.slice(), quality });
				return () => pick === picks && quality === player.state.quality;
			});
		},
	};
}
