import type { Player } from '../core/create-player.ts';
import { type PlayerSource, streamOf } from '../core/source.ts';

/** Milliseconds. */
const INTERVAL = 3000;

/**
 * Remembers the real-time stream that plays, from its first frame on; sound alone only if there is nothing else.
 * Returns the cleanup.
 *
 * @param remember receives what playing needs; `isUpdate`: not for the first time
 */
export function rememberBroadcast(
	player: Pick<Player, 'state' | 'video' | 'policy'>,
	remember: (live: PlayerSource, quality: string, isUpdate: boolean) => void,
): () => void {
	let isUpdate = false;
	const timer = setInterval(() => {
		const { status, source, qualities, quality } = player.state;
		if (status !== 'playing') return;
		const { name, address, audioOnly } = qualities[quality]!;
		const isShown = audioOnly ? !quality : player.video.videoWidth;
		if (!isShown || streamOf(address, player.policy.whep).kind === 'url') return;
		const { originRts, qualities: listed } = source!;
		remember({ status: 1, originRts, qualities: listed, playbackUrl: '', poster: '' }, name, isUpdate);
		isUpdate = true;
	}, INTERVAL);
	return () => clearInterval(timer);
}
