/** Runs compiled test files one after another in this process, and writes after each how it ended: `run-file.ts` reads that. */
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';

const uvu = globalThis as unknown as { UVU_DEFER: number; UVU_QUEUE: unknown[] };
uvu.UVU_DEFER = 1;
const { exec } = (await import('uvu')) as unknown as { exec(): Promise<void> };
/** What Node itself works with, too, in case a file does not put it back. */
const own = ['performance', 'Date', 'fetch', 'crypto', 'AbortController', 'setTimeout', 'clearTimeout', 'setInterval']
	.concat('clearInterval', 'setImmediate', 'queueMicrotask')
	.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const);
for (const path of process.argv.slice(2)) {
	const started = performance.now();
	uvu.UVU_QUEUE.splice(0, Infinity, [null]);
	await import(pathToFileURL(path).href);
	await exec();
	console.log(`\nENDED ${JSON.stringify([process.exitCode ?? 0, performance.now() - started])}`);
	process.exitCode = 0;
	mock.timers.reset();
	mock.restoreAll();
	for (const [name, descriptor] of own) Object.defineProperty(globalThis, name, descriptor);
}
