import { seededRandom } from '../link/shaper.ts';
import { settle } from '../../support/player.ts';
import { startClock } from '../virtual-clock.ts';
import { PlainRequest, PlainResponse } from './http-messages.ts';
import { openPage } from './open-page.ts';
import { createServers, type SeenRequest } from './servers.ts';
import type { State } from './states.ts';

/** Milliseconds the virtual clock moves at once. */
const STEP = 100;

/** Conditions under which a state is tried. */
export interface Trial {
	/** Pages that are open. */
	pages: number;
	/** Of another trial in the same process it has to differ. */
	seed: number;
	/** Seconds in which they are opened, one after another; default 60. */
	arrival?: number;
	/** Viewers that the servers name: the crowd that the pages are a sample of; default a million. */
	audience?: number;
	/** In place of `Math.random`; by default from the seed. */
	random?: () => number;
}

/** Opens pages one after another while the servers do what the state says. Returns every request. */
export async function simulate(
	state: State,
	{ pages, seed, arrival = 60, audience = 1_000_000, random = seededRandom(seed) }: Trial,
): Promise<SeenRequest[]> {
	const { changes, windows } = state;
	const { now, tick, end } = startClock(random, {
		fetch,
		Request: PlainRequest,
		Response: PlainResponse,
		// Failures here are intended.
		console: { ...console, warn() {} },
	});
	const closings: (() => void)[] = [];
	try {
		const servers = createServers(now, audience);
		const events: [at: number, act: () => void][] = Object.entries(changes).map(([at, change]) => [
			Number(at),
			() => servers.change(change),
		]);
		for (let page = 0; page < pages; page++)
			events.push([(page / pages) * arrival, () => closings.push(openPage(servers, `viewer-${seed}-${page}`, state))]);
		events.push([Math.max(...windows.map(({ to }) => to)), () => {}]);
		for (const [at, act] of events.sort(([a], [b]) => a - b)) {
			while (now() < at * 1000) {
				tick(STEP);
				await settle();
			}
			act();
		}
		return servers.requests;
	} finally {
		for (const close of closings) close();
		end();
	}
}
