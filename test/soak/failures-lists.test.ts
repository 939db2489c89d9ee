import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LIST_FAILURES, runnerOfCases } from '../support/failures/cases.ts';
import {
	keepRead,
	ODD_LISTS,
	REPEATED_COMMENTS,
	recoverLists,
	showOddLists,
	stopRequesting,
} from '../support/failures/lists.ts';

const it = suite('every failure of comments, news and total');
const run = runnerOfCases(it, 5);

it('should load comments and news that did not come by itself, and leave the rest alone', async () => {
	assert.equal(await run(LIST_FAILURES, recoverLists), []);
});

it('should keep what was read when the next page of comments does not come', async () => {
	assert.equal(await run(LIST_FAILURES, keepRead), []);
});

it('should show what there is of lists with holes', async () => {
	assert.equal(await run(ODD_LISTS, showOddLists), []);
});

it('should stop requesting comments when every page is the same', async () => {
	assert.equal(await run(REPEATED_COMMENTS, stopRequesting), []);
});

it.run();
