import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Group } from '../../src/check/finding.ts';
import { startCheckWorld, type CheckWorld, type WorldCheck } from './check-world.ts';
import type { Passage } from './faulty-proxy.ts';

/** A fault, and the only findings that it leads to; several ids are separated by spaces. */
export type Scene = [
	ids: string,
	what: string,
	fault: (world: CheckWorld) => unknown,
	options?: (world: CheckWorld) => WorldCheck,
];

/** Changes answers whose path ends so. */
export const onPath =
	(end: string, change: (passage: Passage) => unknown) =>
	(passage: Passage): void | Promise<void> => {
		if (passage.path.endsWith(end)) return change(passage) as void | Promise<void>;
	};

/** Sets a header, or removes it. */
export const header =
	(name: string, value?: string) =>
	({ headers }: Passage): void => {
		delete headers[name];
		if (value !== undefined) headers[name] = value;
	};

/** Replaces text of a body. */
export const replace =
	(text: string | RegExp, by: string) =>
	(passage: Passage): void => {
		passage.body = Buffer.from(passage.body.toString().replace(text, by));
	};

/** Answers something else, with more headers. */
export const answer =
	(status: number, body?: string, headers: Record<string, string> = {}) =>
	(passage: Passage): void => {
		passage.status = status;
		if (body !== undefined) passage.body = Buffer.from(body);
		Object.assign(passage.headers, headers);
	};

/** Refuses requests with a referrer, or those without one. */
export const refuse =
	(referred: boolean) =>
	(passage: Passage): void => {
		if (!!passage.referrer === referred) answer(403)(passage);
	};

/** Runs scenes, one fault at a time, in a deployment that is first shown to be without. */
export function checkScenes(
	it: Test,
	groups: Group[],
	scenes: Scene[],
	start: () => Promise<CheckWorld> = startCheckWorld,
	healthy: (world: CheckWorld) => WorldCheck = () => ({}),
): void {
	let world: CheckWorld;
	it.before(async () => {
		world = await start();
	});
	it.before.each(() => world.reset());
	it.after(() => world.close());
	it(`should find nothing in ${groups.join(' and ')} without a fault`, async () => {
		assert.equal(await world.check({ groups, ...healthy(world) }), []);
	});
	for (const [ids, what, fault, options = healthy] of scenes)
		it(`should find ${ids || 'nothing'}: ${what}`, async () => {
			await fault(world);
			const found = await world.check({ groups, ...options(world) });
			const messages = found.map(({ id, message }) => `${id}: ${message}`).join('\n');
			assert.equal([...new Set(found.map(({ id }) => id))].sort(), ids.split(' ').filter(Boolean).sort(), messages);
			assert.ok(
				found.every(({ message, fix }) => /^.+\.$/.test(message) && /^.+\.$/.test(fix)),
				messages,
			);
		});
}
