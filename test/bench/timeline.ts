import { fileURLToPath } from 'node:url';
import type { CDPSession } from 'playwright-core';
import { number, table } from './table.ts';
import type { Link } from './link/shaper.ts';
import { type Row, withRows } from './rows.ts';
import { pause, type Visit } from './visit.ts';

const PROBE = fileURLToPath(new URL('timeline-probe.js', import.meta.url));

/** Milliseconds after the first frame in which the last scripts may still arrive. */
const TAIL = 5_000;

/** Something that happened in a load, and when: milliseconds from the start of the navigation. */
export interface Milestone {
	name: string;
	at: number;
}

interface Timing {
	requestTime: number;
	connectStart: number;
	connectEnd: number;
	sendStart: number;
	receiveHeadersEnd: number;
}

/** Name of a request in the timeline. */
function nameOf(url: string): string {
	const { host, pathname, search } = new URL(url);
	if (pathname === '/') return 'HTML';
	if (pathname.includes('live/detail')) return 'detail';
	if (pathname.startsWith('/live/')) return 'signalling';
	if (/\/app\.\w+\.js$/.test(pathname)) return 'bundle';
	return `${host.split('.')[0]} ${pathname.split('/').pop()}${search ? '?…' : ''}`;
}

/** Notes when each request of a page connects, is sent, and has its first and last byte. */
function watchRequests(session: CDPSession): () => Milestone[] {
	const milestones: Milestone[] = [];
	const names = new Map<string, string>();
	let start = 0;
	session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
		if (!/^https?:/.test(request.url)) return;
		start ||= timestamp;
		names.set(requestId, nameOf(request.url));
		milestones.push({ name: `${nameOf(request.url)}: requested`, at: (timestamp - start) * 1000 });
	});
	session.on('Network.responseReceived', ({ requestId, response }) => {
		const name = names.get(requestId);
		const timing = response.timing as Timing | undefined;
		if (!name || !timing) return;
		const at = (offset: number) => (timing.requestTime - start) * 1000 + offset;
		if (timing.connectStart >= 0) {
			milestones.push({ name: `${name}: connecting`, at: at(timing.connectStart) });
			milestones.push({ name: `${name}: connected (TCP and TLS)`, at: at(timing.connectEnd) });
		}
		milestones.push({ name: `${name}: sent`, at: at(timing.sendStart) });
		milestones.push({ name: `${name}: first byte`, at: at(timing.receiveHeadersEnd) });
	});
	session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
		const name = names.get(requestId);
		if (name) milestones.push({ name: `${name}: last byte`, at: (timestamp - start) * 1000 });
	});
	return () => milestones;
}

/** One load, milestone by milestone, in the order of time. */
async function timelineOf(visit: Visit): Promise<Milestone[]> {
	const session = await visit.page.context().newCDPSession(visit.page);
	await session.send('Network.enable');
	const requests = watchRequests(session);
	await visit.page.addInitScript({ path: PROBE });
	await visit.open();
	await visit.settle();
	const end = Date.now() + TAIL;
	while (Date.now() < end && !(await visit.evaluate('benchMilestones.hydrated > 0'))) await pause(100);
	const { firstPaint, firstFrame } = await visit.probe();
	const inPage = await visit.evaluate<Record<string, number>>('benchMilestones');
	const named = Object.entries({ 'first paint': firstPaint, 'first frame': firstFrame, ...inPage });
	return [...requests(), ...named.map(([name, at]) => ({ name, at }))].sort((a, b) => a.at - b.at);
}

/** Prints one load of each row on each link, milestone by milestone. */
export const compareTimelines = (links: Link[], rows: Row[], slowdown: number): Promise<void> =>
	withRows(rows, async ({ visit }, built) => {
		for (const link of links)
			for (const row of built) {
				const milestones = await visit(row, { link, slowdown }, timelineOf);
				console.log(`\n${link.title}, ${row.title}\n`);
				console.log(
					table(
						['milestone', 'ms'],
						milestones.map(({ name, at }) => [name, number(at)]),
					),
				);
			}
	});
