import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import type { Live } from '../../../src/api/live.ts';
import type { PlayerState, Reason } from '../../../src/player/picture.ts';
import { stageMessage } from '../../../src/view/stage-message.ts';

const it = suite('stage message');
const data = { id: '1' } as Live;
const named = (name: string, fields: object = {}) => Object.assign(new Error('x'), { name, ...fields });

it('should say that it loads, until the live is known', () => {
	assert.equal(stageMessage({ data: null, error: null, loading: true }, 'idle', ''), { text: '加载中…', busy: true });
	assert.equal(stageMessage({ data: null, error: new Error(), loading: true }, 'idle', ''), {
		text: '加载中…',
		busy: true,
	});
	assert.equal(stageMessage({ data, error: null, loading: true }, 'playing', ''), { text: '' });
});

const details: [string, unknown, string][] = [
	['no id', named('NoLiveId'), '链接不完整，请从分享处重新打开'],
	['an unknown live, as boot tells it', new ApiError('live: status 404', 404), '没有找到这场直播'],
	['an unknown live, as ky tells it', named('HTTPError', { response: { status: 404 } }), '没有找到这场直播'],
	['a server in trouble, as boot tells it', new ApiError('live: status 500', 500), '服务暂时不可用，请稍后重试'],
	[
		'a server in trouble, as ky tells it',
		named('HTTPError', { response: { status: 502 } }),
		'服务暂时不可用，请稍后重试',
	],
	['an answer without recData', new ApiError('recData is absent'), '服务暂时不可用，请稍后重试'],
	['an answer that is not JSON', named('SyntaxError'), '服务暂时不可用，请稍后重试'],
	['no network', named('TypeError'), '网络不给力，请检查网络后重试'],
	['no answer in time', named('TimeoutError'), '网络不给力，请检查网络后重试'],
	['nothing at all', null, '网络不给力，请检查网络后重试'],
];
for (const [what, error, text] of details) {
	it(`should say what ${what} means, with a retry`, () =>
		assert.equal(stageMessage({ data: null, error, loading: false }, 'idle', ''), { text, retry: true }));
}

it('should keep the picture’s own message when a later look at the live failed', () => {
	assert.equal(stageMessage({ data, error: named('TypeError'), loading: false }, 'cover', ''), {
		text: '直播尚未开始',
	});
});

const states: [PlayerState, string, boolean][] = [
	['cover', '直播尚未开始', false],
	['ended', '直播已结束', false],
	['connecting', '正在连接直播…', true],
	['stalled', '网络缓慢，正在缓冲…', true],
	['reconnecting', '正在重新连接…', true],
	['blocked', '点击播放', false],
	['playing', '', false],
	['replay', '', false],
	['idle', '', false],
];
for (const [state, text, busy] of states) {
	it(`should say ${text || 'nothing'} for ${state}, without a retry`, () => {
		const message = stageMessage({ data, error: null, loading: false }, state, '');
		assert.equal([message.text, !!message.busy, !!message.retry], [text, busy, false]);
	});
}

const failures: [Reason, string][] = [
	['media', '视频加载失败，请重试'],
	['ended', '直播信号已断开'],
	[10110, '当前浏览器不支持播放直播，请换用其他浏览器或打开App'],
	[10113, '当前浏览器不支持播放直播，请换用其他浏览器或打开App'],
	[10109, '直播连接失败，请稍后重试'],
	[10114, '直播连接失败，请稍后重试'],
	[10202, '直播连接失败，请稍后重试'],
	['', '直播连接失败，请稍后重试'],
];
for (const [reason, text] of failures) {
	it(`should say why a picture failed (${reason || 'no reason'}), with a retry`, () =>
		assert.equal(stageMessage({ data, error: null, loading: false }, 'failed', reason), { text, retry: true }));
}

it.run();
