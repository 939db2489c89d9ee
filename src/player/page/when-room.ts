import type { LinkUse } from './link-use.ts';

/** Milliseconds between checks of the link. */
const INTERVAL = 1000;
/** Milliseconds until a link without room is measured again. */
const PAUSE = 30_000;

/** What is known of the link. */
export interface LinkRoom {
	linkUse(): LinkUse;
	/** Measures whether the link has room beside the stream. */
	hasRoom(): Promise<boolean>;
}

/** Calls `act` once the link has room beside the broadcast, or none plays. Returns the cleanup. */
export function whenRoom({ linkUse, hasRoom }: LinkRoom, act: () => void): () => void {
	let measuredAt = -Infinity;
	let isMeasuring = false;
	const stop = () => clearInterval(timer);
	const finish = () => {
		stop();
		act();
	};

	async function check() {
		const use = linkUse();
		if (use === 'all') return finish();
		if (use !== 'some' || isMeasuring || performance.now() - measuredAt < PAUSE) return;
		isMeasuring = true;
		const room = await hasRoom();
		isMeasuring = false;
		measuredAt = performance.now();
		if (room) finish();
	}
	const timer = setInterval(check, INTERVAL);
	return stop;
}
