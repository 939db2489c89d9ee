/** Milliseconds between two checks, and their size. */
const CHECK_INTERVAL = 2500;
const CHECK_BYTES = 100;
/** Milliseconds without an answer to a check after which the browser gives a connection up. */
const LOST_TIME = 16_000;

/** What becomes of a session in which nothing gets through. */
export interface Session {
	/** Milliseconds without a packet from the viewer after which the server closes. */
	sessionTimeout: number;
	onClosed(): void;
	/** The browser has given the connection up. */
	onLost(): void;
}

/** A connection as its checks see it. */
interface Checked {
	session: Session;
	/** Sends to the server. */
	sendUp(bytes: number, now: number, onArrive: (now: number) => void): void;
	/** Sends to the viewer; what is dropped does not arrive. */
	sendDown(bytes: number, now: number, onArrive: (now: number) => void): void;
	onRoundTrip(milliseconds: number): void;
}

/** Checks from `start` on that both sides are there, as ICE does. */
export function createChecks(
	{ session: { sessionTimeout, onClosed, onLost }, sendUp, sendDown, onRoundTrip }: Checked,
	start: number,
) {
	let checkedAt = start;
	let heardAt = start;
	let repliedAt = start;
	let isLost = false;
	const checks = {
		/** The server has closed, whether the viewer knows or not. */
		serverClosed: false,
		advance(now: number): void {
			if (now - checkedAt >= CHECK_INTERVAL) {
				checkedAt = now;
				sendUp(CHECK_BYTES, now, (at) => {
					heardAt = at;
					if (checks.serverClosed) return;
					sendDown(CHECK_BYTES, at, (then) => {
						repliedAt = then;
						onRoundTrip(then - now);
					});
				});
			}
			if (!checks.serverClosed && now - heardAt > sessionTimeout) {
				checks.serverClosed = true;
				sendDown(CHECK_BYTES, now, onClosed);
			}
			if (isLost || now - repliedAt <= LOST_TIME) return;
			isLost = true;
			onLost();
		},
	};
	return checks;
}
