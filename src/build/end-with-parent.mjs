/** Milliseconds. */
const CHECK_INTERVAL = 500;

/**
 * Calls `stop` when npm has ended, which passes no signal on when it is killed. A program that npm did not start, such as by
 * `nohup node`, outlives its shell.
 * @param {() => void} stop
 */
export function endWithParent(stop) {
	const { ppid, env } = process;
	if (env.npm_lifecycle_event) setInterval(() => process.ppid === ppid || stop(), CHECK_INTERVAL).unref();
}
