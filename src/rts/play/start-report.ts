// In the HTML: each byte is paid before the first paint.
import { MessageId } from './message-id.ts';
import type { SignallingReply } from './signalling.ts';

/** Reports how a stream starts (spec §7), in milliseconds from this call. */
export function createStartReport(
	vurl: string,
	surl: string,
	report: (messageId: MessageId, args: Record<string, unknown>) => void,
) {
	const started = performance.now();
	const elapsed = (): number => Math.round(performance.now() - started);
	// Milliseconds; -1: not reached.
	let cpct = -1;
	let hrct = -1;
	let fsct = -1;
	let tcid = '';
	let settled = false;
	return {
		elapsed,
		onOffer(): void {
			cpct = elapsed();
			report(MessageId.SUBSCRIBE_START, { vurl, surl });
		},
		onReply({ traceId, code }: SignallingReply): void {
			hrct = elapsed() - cpct;
			tcid = traceId;
			report(MessageId.SUBSCRIBE_OK, { vurl, surl, hrct, tcid, rslt: code });
		},
		onSound(): void {
			if (fsct < 0) fsct = elapsed();
		},
		/** Reports the first frame or sound (0), or an earlier failure (-1), once. */
		onEnd(rslt: 0 | -1): void {
			if (!settled) report(MessageId.FIRST_FRAME_TIME, { vurl, cpct, hrct, tcid, fsct, ffct: rslt || elapsed(), rslt });
			settled = true;
		},
	};
}
