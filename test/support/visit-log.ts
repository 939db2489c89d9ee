/**
 * A log of simulated visits, as nginx writes it by `static/nginx.conf`. By hand:
 * `npx tsx test/support/visit-log.ts 1000 > visits.log`
 */
import { fileURLToPath } from 'node:url';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { engineOf } from '../../src/visit/engine.ts';
import { seededRandom } from '../bench/link/shaper.ts';

/** A kind of visit. Times in milliseconds. */
interface Kind {
	share: number;
	network: string;
	/** Median of the first frame; 0: none comes. */
	start: number;
	/** Of the time watched. */
	still: number;
	kbps: number[];
	transport: string;
	code?: string;
}

/** Good, thin, blocked UDP, left early, failed. */
const KINDS: Kind[] = [
	{ share: 0.55, network: 'wifi.4g', start: 1200, still: 0.002, kbps: [1130], transport: 'udp' },
	{ share: 0.25, network: 'cellular.3g', start: 4200, still: 0.06, kbps: [400, 130], transport: 'udp' },
	{ share: 0.08, network: 'wifi.4g', start: 3000, still: 0.01, kbps: [400], transport: 'tcp' },
	{ share: 0.09, network: 'cellular.3g', start: 0, still: 0, kbps: [], transport: '' },
	{ share: 0.03, network: 'cellular.4g', start: 0, still: 0, kbps: [], transport: '', code: 'unsupported-10110' },
];

const AGENTS = ['WeChat, Android, 2024', 'WeChat, iOS 26', 'Firefox, Android'].map(userAgentOf);

/** What a log says, to compare with. */
interface Truth {
	visits: number;
	started: number;
	failed: number;
	firstFrames: number[];
	played: number;
	still: number;
}

/** The line of a request for a report. */
export const logLine = (hour: number, query: string, userAgent: string): string =>
	`2026-11-28T${String(hour).padStart(2, '0')}:15:00+08:00 204 "/visit?${query}" "${userAgent}"`;

/** Calls `onLine` for each report of `count` visits. Returns the truth about them. */
export function simulateVisits(count: number, onLine: (line: string) => void): Truth {
	const random = seededRandom(1);
	const truth: Truth = { visits: 0, started: 0, failed: 0, firstFrames: [], played: 0, still: 0 };
	for (let visit = 0; visit < count; visit++) {
		let pick = random();
		const kind = KINDS.find(({ share }) => (pick -= share) < 0) ?? KINDS[0]!;
		const agent = AGENTS[Math.floor(random() ** 2 * AGENTS.length)]!;
		const hour = 18 + Math.floor(random() * 5);
		const live = random() < 0.8 ? '1' : '第一中学';
		const about = `&lp-n=${kind.network}&lp-u=${engineOf(agent)}&lp-b=a1b2c3d4&cid=${encodeURIComponent(live)}`;
		truth.visits++;
		if (!kind.start) {
			if (kind.code) truth.failed++;
			const query = kind.code
				? `sn=0&e=e&sta=f&st=l&msd=-1&lp-p=0&bsd=0&lp-s=0&ec=${kind.code}${about}`
				: `msd=-1&cid=${encodeURIComponent(live)}`;
			onLine(logLine(hour, query, agent));
			continue;
		}
		// Log-normal, as such times are.
		const spread = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
		const msd = Math.round(kind.start * Math.exp(0.4 * spread));
		truth.started++;
		truth.firstFrames.push(msd);
		// Who comes back to a hidden page sends another report.
		for (let number = 0; number < 1 + Math.floor(random() * 2); number++) {
			const watched = Math.round(60_000 + random() * 1_200_000);
			const still = Math.round(watched * kind.still * 2 * random());
			truth.played += watched - still;
			truth.still += still;
			const parts = kind.kbps.map((kbps) => `${kbps}-${Math.round((watched - still) / kind.kbps.length)}`);
			const start = number ? '' : `&msd=${msd}&lp-f=artc`;
			onLine(
				logLine(
					hour,
					`sn=${number}&e=b&sta=p&st=l${start}&lp-p=${watched - still}&bsd=${still}&lp-s=${Math.ceil(still / 2000)}&lp-q=${parts.join('.')}&lp-k=artc&lp-t=${kind.transport}${about}`,
					agent,
				),
			);
		}
	}
	return truth;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	simulateVisits(Number(process.argv[2] ?? 1000), (line) => process.stdout.write(`${line}\n`));
