/** Runs compiled test files one after another in this process, and writes after each how it ended: `run-file.ts` reads that. */
import { once } from 'node:events';
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Kept } from './browser.ts';

const uvu = globalThis as unknown as { UVU_DEFER: number; UVU_QUEUE: unknown[] };
uvu.UVU_DEFER = 1;
const { exec } = (await import('uvu')) as unknown as { exec(): Promise<void> };
// HACK(Node 20): each process that calls node:test's mocks would print that its timers are an experiment. Remove with 24.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) =>
	void (`${warning}`.includes('MockTimers') || emitWarning.call(process, warning, ...(rest as [])));
/** The browser that these files share, whose start costs as much as several of them. */
const kept: Kept = ((globalThis as { keptBrowser?: Kept }).keptBrowser = {});
// Which Node loads with the clock that there is then, and which may be a test's.
new Response();
/** Timers that files begin; those of a unit file would go on in the files after it. */
const timers: NodeJS.Timeout[] = [];
const world = globalThis as unknown as Record<string, (...words: unknown[]) => NodeJS.Timeout>;
for (const name of ['setTimeout', 'setInterval'])
	world[name] = new Proxy(world[name]!, {
		apply(start, self, words: unknown[]) {
			const timer = start.apply(self, words);
			timers.push(timer);
			return timer;
		},
	});
/** What Node itself works with, too, in case a file does not put it back. */
const own = ['performance', 'Date', 'fetch', 'crypto', 'AbortController', 'setTimeout', 'clearTimeout', 'setInterval']
	.concat('clearInterval', 'setImmediate', 'queueMicrotask')
	.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const);
for (let path = process.argv[2]; path; [path] = (await once(process, 'message')) as [string]) {
	const started = performance.now();
	uvu.UVU_QUEUE.splice(0, Infinity, [null]);
	await import(pathToFileURL(path).href);
	await exec();
	console.log(`\nENDED ${JSON.stringify([process.exitCode ?? 0, performance.now() - started])}`);
	process.exitCode = 0;
	// Not `restoreAll`, by which later files would restore the mocks of this one, too.
	mock.reset();
	for (const [name, descriptor] of own) Object.defineProperty(globalThis, name, descriptor);
	if (path.includes('/unit/')) timers.forEach(clearTimeout);
	timers.length = 0;
	(globalThis as { setupDom?: () => void }).setupDom?.();
	process.send!('next');
}
await kept.close?.();
