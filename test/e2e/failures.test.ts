/** Scripts that fail, and one call of each kind; test/soak has every failure of the calls. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FAILURES, pick, runnerOfCases } from '../support/failures/cases.ts';
import { DETAIL_FAILURES, retryDetail } from '../support/failures/detail.ts';
import { INSTEAD, reloadScript, replaceBundle } from '../support/failures/scripts.ts';
import { shareAfterRetry } from '../support/failures/sharing.ts';
import { repeatWrites } from '../support/failures/writes.ts';

const it = suite('failures');
const run = runnerOfCases(it, 3);

it('should say that the live cannot be shown, keep chat and tabs, and show all after a retry', async () => {
	assert.equal(await run(pick(DETAIL_FAILURES, 'a cut in the middle'), retryDetail), []);
});

it('should say that a message or a deletion failed, and do it when the service is back', async () => {
	assert.equal(await run(pick(FAILURES, 'recData absent'), repeatWrites), []);
});

it('should set sharing once a retry has shown the live', async () => {
	assert.equal(await run({ 'a first failure': null }, shareAfterRetry), []);
});

it('should request scripts again that failed', async () => {
	assert.equal(await run({ 'the bundle': '/app.', 'the script of what is needed later': '/more.' }, reloadScript), []);
});

it('should request the bundle again when something else came in its place', async () => {
	assert.equal(await run(pick(INSTEAD, 'a page of another site', 'half of the script'), replaceBundle), []);
});

it.run();
