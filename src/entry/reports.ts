/** The reports script: usage reports. A visit loads it after the first frame, where the deployment has set `rts.logUrl`. */
import { createReports } from './create-reports.ts';

const handoff = window.livePage!;

// An attempt to load the script that took too long may arrive after the next one.
if (!handoff.reportsStarted) {
	handoff.reportsStarted = true;
	createReports(handoff.boot!, handoff.head.config.rts.logUrl);
}
