/** Reports script, loaded if `rts.logUrl` is set. */
import { createReports } from './create-reports.ts';

const handoff = window.livePage!;

// A timed-out attempt may still arrive.
if (!handoff.reportsStarted) {
	handoff.reportsStarted = true;
	createReports(handoff.boot!, handoff.head.config.rts.logUrl);
}
