import { followSamples } from '../player/live/follow-samples.ts';
import { reportWatching } from '../player/page/report-watching.ts';
import { MessageId } from '../rts/play/message-id.ts';
import { createReporter } from '../rts/sdk/reporter.ts';
import { reportStalls } from '../rts/sdk/report-stalls.ts';
import type { BootHandoff } from './handoff.ts';

/** Sends usage reports (spec §7), kept ones first. */
export function createReports(boot: BootHandoff, logUrl: string): void {
	if (!boot.client) return;
	const report = createReporter({ logUrl });
	boot.report = report;
	const [first = []] = boot.reports;
	report(MessageId.CREATE_CLIENT, undefined, first[2]);
	reportWatching(boot.player, report, first[2]);
	for (const earlier of boot.reports.splice(0)) report(...earlier);
	followSamples(boot.player.element, reportStalls(report));
}
