import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Comment } from '../../../src/api/comments.ts';
import { createOwnMessages } from '../../../src/models/own-messages.ts';

const it = suite('own messages');
const comment = (id: string, content = '加油', userId = ''): Comment => ({ id, nickname: '小明', content, userId });
const ownIds = (comments: Comment[]) => comments.filter(({ own }) => own).map(({ id }) => id);

it('should know them by the server’s user id, and others’ of the same text', () => {
	const { mark, onSend } = createOwnMessages('42');
	onSend('加油', []);
	assert.equal(ownIds(mark([comment('3', '加油', '42'), comment('2', '加油', '7'), comment('1', '好', '42')])), [
		'3',
		'1',
	]);
});

it('should know the first new one with the text that was sent where the server names no user, and go on knowing it', () => {
	const { mark, onSend } = createOwnMessages('42');
	const before = [comment('2'), comment('1')];
	assert.equal(ownIds(mark(before)), []);
	onSend('加油', before);
	assert.equal(ownIds(mark([comment('4', '好'), ...before])), [], 'not there yet');
	assert.equal(ownIds(mark([comment('5'), comment('4', '好'), ...before])), ['5']);
	assert.equal(ownIds(mark([comment('6'), comment('5')])), ['5'], 'another’s');
});

for (const [minutes, isOwn] of [
	[4, true],
	[6, false],
] as const)
	it(`should ${isOwn ? '' : 'not '}know one that comes ${minutes} minutes later, whatever the device's clock says`, () => {
		let now = 0;
		mock.method(performance, 'now', () => now);
		mock.timers.enable({ apis: ['Date'], now: 1e12 });
		const { mark, onSend } = createOwnMessages('42');
		onSend('加油', []);
		now = minutes * 60_000;
		mock.timers.setTime(1e12 + (isOwn ? 3_600_000 : 0));
		assert.is(ownIds(mark([comment('1')])).length, +isOwn);
		mock.reset();
	});

it('should mark nothing without ids, nor for a visitor without session', () => {
	const { mark, onSend } = createOwnMessages('42');
	onSend('加油', []);
	assert.equal(mark([comment('')]), [comment('')]);
	assert.equal(ownIds(createOwnMessages('').mark([comment('1', '加油', '')])), []);
});

it.run();
