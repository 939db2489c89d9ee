/** Limits after which a silent peer is closed, milliseconds. */
export interface ActivityLimits {
	/** From the offer to the first packet. */
	connectTimeout: number;
	/** From packet to packet. */
	inactivityTimeout: number;
}

/** A phone on a slow connection needs seconds for ICE; afterwards browsers send something every second or two. */
export const ACTIVITY_LIMITS: ActivityLimits = { connectTimeout: 15_000, inactivityTimeout: 5_000 };

/** Calls `onInactive` once when a limit has passed without activity. */
export function startActivityTimer({ connectTimeout, inactivityTimeout }: ActivityLimits, onInactive: () => void) {
	let connected = false;
	let stopped = false;
	let lastActivity = Date.now();
	let timer = setTimeout(onInactive, connectTimeout);

	function check(): void {
		const remaining = lastActivity + inactivityTimeout - Date.now();
		if (remaining > 0) timer = setTimeout(check, remaining);
		else onInactive();
	}

	return {
		/** To be called for each packet received. */
		reset(): void {
			lastActivity = Date.now();
			if (connected || stopped) return;
			connected = true;
			clearTimeout(timer);
			timer = setTimeout(check, inactivityTimeout);
		},
		/** Nothing is reported afterwards. */
		stop(): void {
			stopped = true;
			clearTimeout(timer);
		},
	};
}
