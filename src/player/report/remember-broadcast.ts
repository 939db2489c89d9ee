import type { Player } from '../core/create-player.ts';
import { type PlayerSource, streamOf, usesWebRtc } from '../core/source.ts';

/** Milliseconds between looks for the first frame, and between writes. */
const FIRST_INTERVAL = 3000;
const INTERVAL = 60_000;

/**
 * Remembers the real-time stream that plays, from its first frame on and when the page is left; sound alone only if
 * there is nothing else. Returns the cleanup.
 *
 * @param remember receives what playing needs; `isUpdate`: not for the first time
 */
export function rememberBroadcast(
	player: Pick<Player, 'state' | 'video' | 'policy'>,
	remember: (live: PlayerSource, quality: string, isUpdate: boolean) => void,
): () => void {
	let isUpdate = false;
	let timer: ReturnType<typeof setTimeout>;
	function look() {
		write();
		timer = setTimeout(look, isUpdate ? INTERVAL : FIRST_INTERVAL);
	}
	function write() {
		const { status, source, qualities, quality } = player.state;
		if (status !== 'playing') return;
		const { name, address, audioOnly } = qualities[quality]!;
		const isShown = audioOnly ? !quality : player.video.videoWidth;
		if (!isShown || !usesWebRtc(streamOf(address, player.policy.whep).kind)) return;
		const { originRts, qualities: listed } = source!;
		remember({ status: 1, originRts, qualities: listed, playbackUrl: '', poster: '' }, name, isUpdate);
		isUpdate = true;
	}
	timer = setTimeout(look, FIRST_INTERVAL);
	addEventListener('pagehide', write);
	return () => {
		clearTimeout(timer);
		removeEventListener('pagehide', write);
	};
}
