import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownCpuTime, treeCpuTime } from '../../support/cpu-time.ts';
import { skipTest } from '../../support/skip-test.ts';

const it = suite('processor time');

/** Runs a child that keeps a processor busy for half a second and then waits. */
async function busyChild() {
	const script = 'const end = Date.now() + 500; while (Date.now() < end); console.log(1); setTimeout(() => {}, 60_000)';
	const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
	await once(child.stdout, 'data');
	return child;
}

it('should count a running child in the tree, and in the own time once it has ended', async () => {
	const before = ownCpuTime();
	if (before === undefined) skipTest('there is no /proc');
	const child = await busyChild();
	const running = ownCpuTime()!;
	assert.ok(treeCpuTime(child.pid!) >= 50);
	assert.ok(treeCpuTime(process.pid) >= running + 50);
	child.kill();
	await once(child, 'close');
	assert.ok(ownCpuTime()! >= running + 50);
});

it('should count nothing for a process that is not there', () => assert.is(treeCpuTime(-1), 0));

it.run();
