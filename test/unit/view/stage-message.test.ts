import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import type { Live } from '../../../src/api/live.ts';
import type { Failure, PlayerStatus } from '../../../src/player/state.ts';
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
	['an unknown live, as boot reports it', new ApiError('live: status 404', 404), '没有找到这场直播'],
	['an unknown live, as ky reports it', named('HTTPError', { response: { status: 404 } }), '没有找到这场直播'],
	['a server in trouble, as boot reports it', new ApiError('live: status 500', 500), '服务暂时不可用，请稍后重试'],
	[
		'a server in trouble, as ky reports it',
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

it('should keep the player’s message when a later detail call failed', () => {
	assert.equal(stageMessage({ data, error: named('TypeError'), loading: false }, 'cover', ''), {
		text: '直播尚未开始',
	});
});

const states: [PlayerStatus, string, boolean][] = [
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
for (const [status, text, busy] of states) {
	it(`should say ${text || 'nothing'} for ${status}, without a retry`, () => {
		const message = stageMessage({ data, error: null, loading: false }, status, '');
		assert.equal([message.text, !!message.busy, !!message.retry], [text, busy, false]);
	});
}

const failures: [Exclude<Failure, ''>, string][] = [
	['media', '视频加载失败，请重试'],
	['ended', '直播信号已断开'],
	['unsupported', '当前浏览器不支持播放直播，请换用其他浏览器或打开App'],
	['connection', '直播连接失败，请稍后重试'],
];
for (const [failure, text] of failures) {
	it(`should say why playback failed (${failure}), with a retry`, () =>
		assert.equal(stageMessage({ data, error: null, loading: false }, 'failed', failure), { text, retry: true }));
}

it.run();
