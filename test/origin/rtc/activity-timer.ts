/** Limits after which a silent peer is closed, milliseconds. */
export interface ActivityLimits {
	/** From the offer to the first packet. */
	connectTimeout: number;
	/** From packet to packet. */
	inactivityTimeout: number;
}

/** A phone on a slow connection needs seconds for ICE; afterwards browsers send something every second or two. */
export const ACTIVITY_LIMITS: ActivityLimits = { connectTimeout: 15_000, inactivityTimeout: 5_000 };

/** Interval of the check, milliseconds. */
const CHECK_INTERVAL = 1_000;

/** Calls `onInactive` once when a limit has passed without activity. */
export function startActivityTimer({ connectTimeout, inactivityTimeout }: ActivityLimits, onInactive: () => void) {
	let timeout = connectTimeout;
	let lastActivity = Date.now();
	const timer = setInterval(
		() => {
			if (Date.now() - lastActivity <= timeout) return;
			clearInterval(timer);
			onInactive();
		},
		Math.min(CHECK_INTERVAL, inactivityTimeout / 5),
	);
	return {
		/** To be called for each packet received. */
		reset(): void {
			timeout = inactivityTimeout;
			lastActivity = Date.now();
		},
		stop: () => clearInterval(timer),
	};
}
