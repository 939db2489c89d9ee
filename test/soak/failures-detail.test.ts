import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runnerOfCases } from '../support/failures/cases.ts';
import { DETAIL_FAILURES, ODD_LIVES, retryDetail, showOddLive } from '../support/failures/detail.ts';
import { logSharing, SIGNATURE_FAILURES } from '../support/failures/sharing.ts';

const it = suite('every failure of the detail and signature calls');
const run = runnerOfCases(it, 5);

it('should say that the live cannot be shown, keep chat and tabs, and show all after a retry', async () => {
	assert.equal(await run(DETAIL_FAILURES, retryDetail), []);
});

it('should show what there is of a live with odd fields', async () => {
	assert.equal(await run(ODD_LIVES, showOddLive), []);
});

it('should only log that sharing could not be set', async () => {
	assert.equal(await run(SIGNATURE_FAILURES, logSharing), []);
});

it.run();
