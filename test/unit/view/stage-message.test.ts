import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import type { Live } from '../../../src/api/live.ts';
import type { Failure, PlayerStatus, Reason } from '../../../src/player/core/state.ts';
import { missingText, stageMessage } from '../../../src/view/stage/stage-message.ts';

const it = suite('stage message');
const data = { id: '1' } as Live;
const player = (status: PlayerStatus, failure: Failure = '', reason: Reason = '') => ({ status, failure, reason });
const named = (name: string, fields: object = {}) => Object.assign(new Error('x'), { name, ...fields });

it('should say that it loads, until the live is known', () => {
	assert.equal(stageMessage({ data: null, error: null, loading: true }, player('idle')), {
		text: '加载中…',
		busy: true,
	});
	assert.equal(stageMessage({ data, error: null, loading: true }, player('playing')), { text: '' });
});

const details: [what: string, error: unknown, text: string, retry: boolean][] = [
	['an address without an id', named('NoLiveId'), '链接不完整，请重新打开分享的链接', false],
	['an unknown live', new ApiError('live: status 404', 404), '没有找到这场直播', false],
	['someone without a right to watch', new ApiError('x', 401), '暂无观看权限，请重新登录或联系主办方', false],
	['a refused token', new ApiError('live: status 403', 403), '暂无观看权限，请重新登录或联系主办方', false],
	['a server in trouble', new ApiError('live: status 503', 503), '服务暂时不可用，请稍后重试', true],
	['an answer without recData', new ApiError('recData is absent'), '服务暂时不可用，请稍后重试', true],
	['no network', named('TypeError'), '网络不给力，请检查网络后重试', true],
	['no answer in time', named('TimeoutError'), '网络不给力，请检查网络后重试', true],
	['nothing at all', null, '网络不给力，请检查网络后重试', true],
];
for (const [status, text] of [
	[400, '暂无内容'],
	[429, '恢复后自动显示'],
] as const)
	it(`should promise content ${status === 429 ? 'after' : 'only by a retry after'} status ${status}`, () => {
		const error = new ApiError('x', status);
		assert.is(missingText(error), text);
		assert.equal(stageMessage({ data: null, error, loading: false }, player('idle')).buttons, ['retry']);
	});
for (const [what, error, text, retry] of details) {
	it(`should say what ${what} means, ${retry ? 'with' : 'without'} a retry`, () => {
		const message = stageMessage({ data: null, error, loading: false }, player('idle'));
		assert.equal([message.text, message.buttons], [text, retry ? ['retry'] : undefined]);
		if (error) assert.equal(stageMessage({ data: null, error, loading: true }, player('idle')), message);
		assert.is(missingText(error), retry ? '恢复后自动显示' : '暂无内容');
	});
}

it('should say that a stream was closed, while the server is asked whether that was the end, and offer a retry', () => {
	const asking = { text: '直播信号中断，正在重连…', busy: true, buttons: ['retry'] };
	const remote = { data, error: null, loading: false };
	assert.equal(stageMessage(remote, player('reconnecting', '', 'ended')), asking);
	assert.equal(stageMessage(remote, player('reconnecting', 'ended', 'ended')), asking);
	assert.is(stageMessage(remote, player('reconnecting', '', 'timeout')).text, '正在重新连接…');
	assert.is(stageMessage(remote, player('failed', 'ended', 'ended')).text, '直播信号中断，正在重连…');
});

it('should keep the player’s message when a later detail call failed', () => {
	assert.equal(stageMessage({ data, error: named('TypeError'), loading: false }, player('cover')), {
		text: '直播尚未开始，开播后自动播放',
	});
});

const failures: [Exclude<Failure, ''>, string][] = [
	['media', '视频加载失败，请重试'],
	['ended', '直播信号中断，正在重连…'],
	['connection', '直播暂时无法播放，恢复后将自动继续'],
	['unreachable', '当前网络无法播放，请切换 Wi-Fi 或移动数据'],
];
for (const [failure, text] of failures) {
	it(`should say why playback failed (${failure}), with a retry`, () =>
		assert.equal(stageMessage({ data, error: null, loading: false }, player('failed', failure)), {
			text,
			buttons: ['retry'],
		}));
}

it('should offer app and address where the browser cannot play, and no retry', () =>
	assert.equal(stageMessage({ data, error: null, loading: false }, player('failed', 'unsupported')), {
		text: '当前浏览器无法播放，请换个浏览器或打开App观看',
		buttons: ['openApp', 'copyAddress'],
	}));

for (const [status, playbackUrl, text, buttons, more] of [
	[2, 'https://example.com/r.mp4', '直播已结束', ['watchReplay']],
	[2, '', '直播已结束', undefined, '回放还在准备中，请稍后再来'],
	[3, '', '回放还在准备中，请稍后再来', undefined],
] as const)
	it(`should say ${text} after the end of a broadcast with status ${status}`, () => {
		const ended = { ...data, status, playbackUrl };
		const message = stageMessage({ data: ended, error: null, loading: false }, player('ended'));
		assert.equal([message.text, message.buttons, message.more], [text, buttons, more]);
	});

for (const failure of ['media', 'connection'] as const)
	it(`should go on saying that it reconnects, with a retry, once retries have become slow (${failure})`, () =>
		assert.equal(stageMessage({ data, error: null, loading: false }, player('reconnecting', failure)), {
			text: '正在重新连接…',
			busy: true,
			buttons: ['retry'],
		}));

for (const [failure, text] of [
	['unreachable', '当前网络无法播放，请切换 Wi-Fi 或移动数据'],
	['offline', '网络不给力，请检查网络后重试'],
] as const)
	it(`should go on saying ${text} while it retries`, () =>
		assert.equal(stageMessage({ data, error: null, loading: false }, player('reconnecting', failure)), {
			text,
			buttons: ['retry'],
		}));

it('should say that the broadcaster has turned the camera off while the sound plays', () => {
	assert.equal(stageMessage({ data, error: null, loading: false }, player('playing', '', 'camera-off')), {
		text: '主播暂时关闭了画面',
	});
});

for (const [what, error, loading] of [
	['fails', named('TimeoutError'), false],
	['is under way', null, true],
] as const)
	it(`should say nothing over a video that plays while the detail call ${what}, and what the player says otherwise`, () => {
		assert.equal(stageMessage({ data: null, error, loading }, player('playing')), { text: '' });
		assert.is(stageMessage({ data: null, error, loading }, player('stalled')).text, '网络较慢，缓冲中…');
	});

it.run();
