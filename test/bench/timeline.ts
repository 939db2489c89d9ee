import { fileURLToPath } from 'node:url';
import type { CDPSession } from 'playwright-core';
import { number, table } from './table.ts';
import { type Built, type Conditions, pause, type Visitor, VISIT_TIMEOUT } from './visit.ts';

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

/** One load of a row, milestone by milestone, in the order of time. */
export async function timeline(visitor: Visitor, row: Built, conditions: Conditions): Promise<Milestone[]> {
	return visitor.visit(row, conditions, async (visit) => {
		const session = await visit.page.context().newCDPSession(visit.page);
		await session.send('Network.enable');
		const requests = watchRequests(session);
		await visit.page.addInitScript({ path: PROBE });
		await visit.open();
		await visit.settle();
		const end = Date.now() + Math.min(TAIL, VISIT_TIMEOUT);
		while (row.hasVideo && Date.now() < end && !(await visit.evaluate('benchMilestones.hydrated > 0')))
			await pause(100);
		const { firstPaint, firstFrame } = await visit.probe();
		const inPage = await visit.evaluate<Record<string, number>>('benchMilestones');
		return [
			...requests(),
			...Object.entries({ 'first paint': firstPaint, 'first frame': firstFrame, ...inPage }).map(([name, at]) => ({
				name,
				at,
			})),
		].sort((a, b) => a.at - b.at);
	});
}

/** Prints timelines, one after the other. */
export function printTimeline(title: string, milestones: readonly Milestone[]): void {
	console.log(`\n${title}\n`);
	console.log(
		table(
			['milestone', 'ms'],
			milestones.map(({ name, at }) => [name, number(at)]),
		),
	);
}
