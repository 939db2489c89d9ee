import { MessageId } from '../../rts/play/message-id.ts';
import { createReporter } from '../../rts/sdk/reporter.ts';
import { reportStalls } from '../../rts/sdk/report-stalls.ts';
import type { Player } from '../core/create-player.ts';
import { reportWatching } from './report-watching.ts';

/** A usage report; `time` in milliseconds since the epoch. */
export type UsageReport = [messageId: number, args: Record<string, unknown>, time: number];

/** Sends a report. */
export type Send = (...report: UsageReport) => unknown;

/** Sends usage reports (spec §7). `takeReports` returns those kept so far and passes later ones to its argument. */
export function sendReports(
	player: Pick<Player, 'element' | 'state'>,
	takeReports: (send: Send) => UsageReport[],
	logUrl: string,
): void {
	const report = createReporter({ logUrl });
	const kept = takeReports(report);
	const [, , first] = kept[0] || [];
	report(MessageId.CREATE_CLIENT, undefined, first);
	reportWatching(player, report, first);
	for (const earlier of kept) report(...earlier);
	player.element.sampleListeners.add(reportStalls(report));
}
