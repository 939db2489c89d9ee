/** Calls and scripts that fail, one of each kind; test/soak has every kind. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FAILURES, openCases, pick, type RunCases } from '../support/failures/cases.ts';
import { DETAIL_FAILURES, ODD_LIVES, retryDetail, showOddLive } from '../support/failures/detail.ts';
import {
	keepRead,
	ODD_LISTS,
	REPEATED_COMMENTS,
	recoverLists,
	showOddLists,
	stopRequesting,
} from '../support/failures/lists.ts';
import { INSTEAD, reloadDeferred, reloadScript, replaceBundle } from '../support/failures/scripts.ts';
import { logSharing, shareAfterRetry, SIGNATURE_FAILURES } from '../support/failures/sharing.ts';
import { repeatWrites } from '../support/failures/writes.ts';

const it = suite('failures');

let run: RunCases;
let close = async () => {};
it.before(async () => {
	({ run, close } = await openCases(3));
});
it.after(() => close());

it('should say that the live cannot be shown, keep chat and tabs, and show all after a retry', async () => {
	assert.equal(await run(pick(DETAIL_FAILURES, '404', 'a cut in the middle'), retryDetail), []);
});

it('should show what there is of a live with odd fields', async () => {
	assert.equal(await run(pick(ODD_LIVES, 'fields of the wrong type'), showOddLive), []);
});

it('should load comments and news that did not come by itself, and leave the rest alone', async () => {
	assert.equal(await run(pick(FAILURES, '404', 'HTML instead of JSON'), recoverLists), []);
});

it('should keep what was read when the next page of comments does not come', async () => {
	assert.equal(await run(pick(FAILURES, '500'), keepRead), []);
});

it('should show what there is of lists with holes', async () => {
	assert.equal(await run(pick(ODD_LISTS, 'lists with holes'), showOddLists), []);
});

it('should stop requesting comments when every page is the same', async () => {
	assert.equal(await run(pick(REPEATED_COMMENTS, 'with ids'), stopRequesting), []);
});

it('should say that a message or a deletion failed, and do it when the service is back', async () => {
	assert.equal(await run(pick(FAILURES, 'recData absent'), repeatWrites), []);
});

it('should only log that sharing could not be set', async () => {
	assert.equal(await run(pick(SIGNATURE_FAILURES, '500'), logSharing), []);
});

it('should set sharing once a retry has shown the live', async () => {
	assert.equal(await run({ 'a first failure': null }, shareAfterRetry), []);
});

it('should request scripts again that failed', async () => {
	assert.equal(await run({ 'the bundle': '/app.', 'the deferred script': '/deferred.' }, reloadScript), []);
});

it('should request the bundle again when something else came in its place', async () => {
	assert.equal(await run(pick(INSTEAD, 'a page of another site', 'half of the script'), replaceBundle), []);
});

it('should load the deferred script in the end when it failed, without a click', async () => {
	assert.equal(await run({ 'the deferred script': null }, reloadDeferred), []);
});

it.run();
