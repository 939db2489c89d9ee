import { MessageId } from '../../rts/play/message-id.ts';
import { createReporter } from '../../rts/sdk/reporter.ts';
import { reportStalls } from '../../rts/sdk/report-stalls.ts';
import type { Player } from '../core/create-player.ts';

/** A usage report; `time` in milliseconds since the epoch. */
export type UsageReport = [messageId: number, args: Record<string, unknown>, time: number];

/** Sends a report. */
export type Send = (...report: UsageReport) => unknown;

/** Sends usage reports (spec §7). `takeReports` returns those kept so far and passes later ones to its argument. */
export function sendReports(
	{ element }: Pick<Player, 'element'>,
	takeReports: (send: Send) => UsageReport[],
	logUrl: string,
): void {
	const report = createReporter({ logUrl });
	const kept = takeReports(report);
	report(MessageId.CREATE_CLIENT, undefined, kept[0] && kept[0][2]);
	for (const earlier of kept) report(...earlier);
	element.sampleListeners.add(reportStalls(report));
}
