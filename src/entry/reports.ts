/** Reports script, loaded if `rts.logUrl` is set. */
import { createReports } from './create-reports.ts';
import { hasRun } from './has-run.ts';

const handoff = window.livePage!;

if (!hasRun(handoff, 'reportsStarted')) {
	handoff.reportsStarted = true;
	createReports(handoff.boot!, handoff.head.config.rts.logUrl);
}
