import { saysOffline } from '../network/online.ts';
import type { Page } from './page-model.ts';

/** Milliseconds after which a video that plays proves the browser online; the stream's buffer is empty by then. */
const BUFFER_TIME = 6000;

/**
 * Names a lost connection at once, from the browser's `offline` to its `online`. Some browsers err: one whose video
 * plays on is online. Returns the cleanup.
 */
export function followOffline({ offline, player, live }: Pick<Page, 'offline' | 'player' | 'live'>): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let lostAt = 0;

	function update() {
		const { status, reason } = player.state.peek();
		const isStuck = status === 'playing' && !reason && performance.now() - lostAt >= BUFFER_TIME;
		if (isStuck || !saysOffline()) offline.value = false;
	}
	function onOffline() {
		lostAt = performance.now();
		offline.value = true;
		clearTimeout(timer);
		timer = setTimeout(update, BUFFER_TIME);
	}

	// Without an answer the browser may be right.
	if (saysOffline() && !live.state.peek().data) offline.value = true;
	addEventListener('offline', onOffline);
	addEventListener('online', update);
	const unsubscribe = player.state.subscribe(update);
	return () => {
		clearTimeout(timer);
		unsubscribe();
		removeEventListener('offline', onOffline);
		removeEventListener('online', update);
	};
}
