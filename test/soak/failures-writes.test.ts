import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FAILURES, runnerOfCases } from '../support/failures/cases.ts';
import { ACCEPTED, repeatWrites } from '../support/failures/writes.ts';

const it = suite('every failure of sending and deleting');
const run = runnerOfCases(it, 5);

it('should say that a message or a deletion failed, and do it when the service is back', async () => {
	assert.ok(ACCEPTED.every((name) => name in FAILURES));
	assert.equal(await run(FAILURES, repeatWrites), []);
});

it.run();
