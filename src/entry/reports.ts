/** Reports script: usage reports, loaded after the first frame if `rts.logUrl` is set. */
import { createReports } from './create-reports.ts';

const handoff = window.livePage!;

// A late attempt may arrive after the next one.
if (!handoff.reportsStarted) {
	handoff.reportsStarted = true;
	createReports(handoff.boot!, handoff.head.config.rts.logUrl);
}
