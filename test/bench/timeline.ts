import { fileURLToPath } from 'node:url';
import { number, table } from './table.ts';
import type { Link } from './link/shaper.ts';
import { type Row, withRows } from './rows.ts';
import type { SeenRequest } from './traffic.ts';
import { pause, type Visit } from './visit.ts';

const PROBE = fileURLToPath(new URL('timeline-probe.js', import.meta.url));

/** Milliseconds after the first frame in which the last scripts may still arrive. */
const TAIL = 5_000;

/** Name of a request in the timeline. */
function nameOf(url: string): string {
	const { host, pathname, search } = new URL(url);
	if (pathname === '/') return 'HTML';
	if (pathname.includes('live/detail')) return 'detail';
	if (pathname.startsWith('/live/')) return 'signalling';
	if (/\/app\.\w+\.js$/.test(pathname)) return 'bundle';
	return `${host.split('.')[0]} ${pathname.split('/').pop()}${search ? '?…' : ''}`;
}

/** When each request of a page connects, is sent, and has its first and last byte. */
const requestTimes = (seen: SeenRequest[]): [name: string, at: number | undefined][] =>
	seen.flatMap(({ url, sent, connecting, connected, sending, firstByte, ended }) =>
		Object.entries({
			requested: sent,
			connecting,
			'connected (TCP and TLS)': connected,
			sent: sending,
			'first byte': firstByte,
			'last byte': ended,
		}).map(([step, at]) => [`${nameOf(url)}: ${step}`, at && at - seen[0]!.sent]),
	);

/** One load: what happened and when, milliseconds from the start of the navigation, in the order of time. */
async function timelineOf(visit: Visit): Promise<[name: string, at: number][]> {
	await visit.page.addInitScript({ path: PROBE });
	await visit.open();
	await visit.settle();
	const end = Date.now() + TAIL;
	while (Date.now() < end && !(await visit.evaluate('benchMilestones.hydrated > 0'))) await pause(100);
	const { firstPaint, firstFrame } = await visit.probe();
	const inPage = await visit.evaluate<Record<string, number>>('benchMilestones');
	return [
		...requestTimes(visit.traffic()),
		...Object.entries({ 'first paint': firstPaint, 'first frame': firstFrame, ...inPage }),
	]
		.flatMap(([name, at]): [string, number][] => (Number.isFinite(at) ? [[name, at!]] : []))
		.sort(([, a], [, b]) => a - b);
}

/** Prints one load of each row on each link, milestone by milestone. */
export const compareTimelines = (links: Link[], rows: Row[], slowdown: number): Promise<void> =>
	withRows(rows, async ({ visit }, built) => {
		for (const link of links)
			for (const row of built) {
				const milestones = await visit(row, { link, slowdown }, timelineOf);
				console.log(`\n${link.title}, ${row.title}\n`);
				const rows = milestones.map(([name, at]) => [name, number(at)]);
				console.log(table(['milestone', 'ms'], rows));
			}
	});
