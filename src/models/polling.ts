/** Looks at something now and then; one timer at most, none after `stop`. */
export interface Polling {
	/** Tells that what makes looking worthwhile may have changed. */
	update(): void;
	stop(): void;
}

/**
 * Calls `look` every `interval` milliseconds, give or take a fifth so that a crowd does not ask at one instant,
 * as long as it is `wanted` and the page is visible. The next look is timed from the end of the last; 0 is never.
 */
export function createPolling(interval: number, wanted: () => boolean, look: () => Promise<unknown>): Polling {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let looking = false;

	function update() {
		// Asked first, so that an effect around this follows it whatever comes of it.
		const idle = !wanted() || !interval || document.hidden;
		if (looking || stopped) return;
		if (idle) {
			clearTimeout(timer);
			timer = undefined;
		} else if (timer === undefined)
			timer = setTimeout(
				() => {
					looking = true;
					const next = () => {
						looking = false;
						timer = undefined;
						update();
					};
					look().then(next, next);
				},
				interval * (0.8 + Math.random() * 0.4),
			);
	}

	let stopped = false;
	document.addEventListener('visibilitychange', update);
	update();
	return {
		update,
		stop() {
			stopped = true;
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', update);
		},
	};
}
