import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startersOf } from '../../../src/build/starters.mjs';

const it = suite('starters');

const cases: [what: string, lifecycle: string, programs: string[], starters: number[] | undefined][] = [
	['npm', 'start', ['npm start', '/bin/bash'], [1]],
	['npm with a shell between', 'dev', ['sh', 'npm run dev', '/bin/bash'], [1, 2]],
	['a package manager that is a script', 'dev', ['/bin/sh', '/usr/bin/node', '/bin/bash'], [1, 2]],
	['the watcher', 'dev', ['/usr/bin/node', 'sh', 'npm run dev'], [1]],
	['a shell without npm, which it may outlive', '', ['/bin/bash', 'sshd'], []],
	['npm that has ended', 'start', ['/bin/sh', '/sbin/init'], undefined],
	['processes of which nothing can be read', 'start', [], [1, 0]],
];
for (const [what, lifecycle, programs, starters] of cases)
	it(`should tell what a program ends with: ${what}`, () => {
		const read = (pid: number) =>
			programs[pid - 1] ? { parent: pid + 1, program: programs[pid - 1]! } : { parent: 0, program: '' };
		assert.equal(startersOf(1, read, { npm_lifecycle_event: lifecycle }), starters);
	});

it.run();
