import { engineOf } from '../visit/engine.ts';
import { decode } from '../visit/visit.ts';

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** Milliseconds that a visit may claim: a day. */
const MAX_TIME = 86_400_000;

/** A number of a report, which anybody may have sent. */
const clamp = (text: string | undefined): number => Math.min(MAX_TIME, Math.max(0, Math.round(Number(text)) || 0));
const name = (text: string | undefined): string => (text ?? '').replace(/[^\w.-]/g, '').slice(0, 40);

function hourOf(line: string): string {
	const [, date, hour] = /(\d{4}-\d\d-\d\d)[T\s](\d\d):\d\d/.exec(line) ?? [];
	if (date) return `${date} ${hour}`;
	const [, day, month = '', year, of] = /\[(\d\d)\/(\w{3})\/(\d{4}):(\d\d):/.exec(line) ?? [];
	if (day) return `${year}-${String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0')}-${day} ${of}`;
	// Seconds to nanoseconds since 1970, as of Caddy.
	const [, seconds] = /\b(1[6-9]\d{8})(?:\d{3}){0,3}\b/.exec(line) ?? [];
	return seconds ? new Date(+seconds * 1000).toLocaleString('sv').slice(0, 13) : '';
}

/** Reads a line of an access log, of whatever format that has time and query; undefined without a report. */
export function readReport(line: string) {
	const [, query = ''] = /[?"'\s]((?:sn|msd)=-?\d[^\s"']*)/.exec(line) ?? [];
	const fields = Object.fromEntries(query.split(/&|\\u0026/).map((pair) => pair.split('=', 2) as [string, string?]));
	const hour = hourOf(line);
	if ((fields.cid ?? fields.ec) === undefined || !hour) return undefined;
	const qualities = decode(fields['lp-q'] ?? '').split('.');
	return {
		/** A link without id fails before it names one. */
		live: decode(fields.cid ?? '').slice(0, 64) || '(no id)',
		/** Of the log, such as `2026-11-28 20`, in its own time; of a number in this machine's. */
		hour,
		/** The first of its visit. */
		isFirst: !Number(fields.sn ?? 0),
		/** Before the first frame: what was shown, and what the report before had said. */
		state: fields.sta ?? 's',
		before: fields['lp-a'] ?? 's',
		/** Milliseconds to the first frame; -1: none so far; undefined: it was reported before. */
		firstFrame: fields.msd === undefined ? undefined : Number(fields.msd) < 0 ? -1 : clamp(fields.msd),
		/** Milliseconds. */
		played: clamp(fields['lp-p']),
		still: clamp(fields.bsd),
		stills: clamp(fields['lp-s']),
		qualities: qualities.flatMap((each): [kbps: string, ms: number][] => {
			const [kbps = '', ms] = each.split('-');
			return kbps ? [[`${clamp(kbps)}`, clamp(ms)]] : [];
		}),
		// An early report names neither, but its request does.
		engine: name(fields['lp-u']) || engineOf(line),
		network: name(fields['lp-n']) || (/NetType\/(\w+)/.exec(line)?.[1] ?? 'unknown').toLowerCase(),
		transport: name(fields['lp-t']),
		kind: name(fields['lp-k']),
		code: name(decode(fields.ec ?? '')),
	};
}

/** One report of a visit (`docs/visits.md`). */
export type VisitReport = NonNullable<ReturnType<typeof readReport>>;
