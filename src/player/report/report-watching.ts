import { createReporter } from '../../rts/sdk/reporter.ts';
import { reportStalls } from '../../rts/sdk/report-stalls.ts';
import { ErrorCode } from '../../rts/play/errors.ts';
import { MessageId, type Report } from '../../rts/play/message-id.ts';
import { MAX_SAMPLE_GAP } from '../../rts/play/sample.ts';
import type { Player } from '../core/create-player.ts';
import { isUnderWay } from '../core/status.ts';

/** Milliseconds between looks. */
const INTERVAL = 1000;
/** Milliseconds without playing after which a stream is missing. */
const MISSING_TIME = 30_000;

/** A broadcast being watched; times in milliseconds, monotonic, as a phone's clock may be set. */
interface Watch {
	vurl: string;
	startedAt: number;
	lookedAt: number;
	played: number;
	/** At the last look. */
	isPlaying: boolean;
	/** Since it last played. */
	missing: number;
}

/**
 * Reports the start and stop of watching a broadcast, with what watch time needs, and a stream that stays missing (spec
 * §7). A hidden page has stopped, as phones end it silently. Returns the cleanup.
 *
 * @param since start of the first, in milliseconds since the epoch; by default now
 */
export function reportWatching(player: Pick<Player, 'state'>, report: Report, since?: number): () => void {
	let watch: Watch | undefined;

	function start(vurl: string): Watch {
		const now = performance.now();
		const startedAt = since ? Math.max(0, now - Math.max(0, Date.now() - since)) : now;
		const { startedAt: playingSince } = player.state;
		const played = since && playingSince ? now - playingSince : 0;
		report(MessageId.START_PLAY, { vurl }, since || undefined);
		since = 0;
		return { vurl, startedAt, lookedAt: now, played, isPlaying: false, missing: 0 };
	}

	function stop(): void {
		if (!watch) return;
		const { vurl, startedAt, lookedAt, played, isPlaying } = watch;
		watch = undefined;
		const now = performance.now();
		const wt = played + (isPlaying ? Math.min(now - lookedAt, MAX_SAMPLE_GAP) : 0);
		report(MessageId.STOP_PLAY, { vurl, wt: Math.round(wt), tt: Math.round(now - startedAt) });
	}

	function look(): void {
		const { status, qualities, quality, error, reason } = player.state;
		if (document.hidden || !isUnderWay(status)) return stop();
		watch = watch || start(qualities[quality]!.address);
		const now = performance.now();
		const passed = Math.min(now - watch.lookedAt, MAX_SAMPLE_GAP);
		watch.lookedAt = now;
		watch.isPlaying = status === 'playing';
		if (watch.isPlaying) {
			watch.played += passed;
			watch.missing = 0;
			return;
		}
		const wasMissing = watch.missing >= MISSING_TIME;
		watch.missing += passed;
		if (wasMissing || watch.missing < MISSING_TIME) return;
		const err = error ? error.errorCode : +reason || ErrorCode.ERROR_PLAY_FAILED;
		report(MessageId.ERROR, { err, vurl: watch.vurl });
	}

	look();
	const timer = setInterval(look, INTERVAL);
	document.addEventListener('visibilitychange', look);
	addEventListener('pagehide', stop);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', look);
		removeEventListener('pagehide', stop);
		stop();
	};
}

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
