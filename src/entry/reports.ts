/** Script of usage reports (spec §7), for deployments with `rts.logUrl`. */
import { sendReports } from '../player/report/report-watching.ts';

const handoff = window.livePage!;
if (!handoff.reports) {
	handoff.reports = true;
	const { player, takeReports } = handoff.boot!;
	sendReports(player, takeReports, handoff.head.config.rts.logUrl);
}
