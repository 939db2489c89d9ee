/** Script of usage reports (spec §7), for deployments with `rts.logUrl`, and of the visit's, with `reports.url`. */
import { sendReports } from '../player/report/report-watching.ts';
import { createVisitSender } from '../player/report/send-visit.ts';
import { createVisitReport } from '../player/report/visit-report.ts';
import { engineOf } from '../visit/engine.ts';
import { networkOf } from '../visit/save-data.ts';

const handoff = window.livePage!;
if (!handoff.reports) {
	handoff.reports = true;
	const { config, visit, live } = handoff.head;
	const { player, client, takeReports, saveData } = handoff.boot!;
	const { firstFrame, reported } = handoff.app!;
	const sendVisit = createVisitSender(config.reports, saveData);
	if (client && config.rts.logUrl) sendReports(player, takeReports, config.rts.logUrl);
	if (sendVisit) {
		const [, build = ''] = /\/app\.(\w{8})\.js/.exec(document.head.innerHTML) || [];
		const { userAgent } = navigator;
		const about = { 'lp-n': networkOf(userAgent), 'lp-u': engineOf(userAgent), 'lp-b': build };
		createVisitReport({ player, id: visit.id, about, firstFrame, reported, live, send: sendVisit });
	}
}
