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
	['an answer that is not JSON', named('SyntaxError'), '服务暂时不可用，请稍后重试', true],
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
	const asking = { text: '直播信号中断，正在重连…', busy: true, buttons: ['retry'], outage: true };
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

const remote = { data, error: null, loading: false };
const OFFLINE = '网络已断开，恢复后自动继续';
/** Every message of an interruption, with its buttons. */
const outages: [
	what: string,
	state: Parameters<typeof stageMessage>[1],
	offline: boolean,
	text: string,
	auto?: true,
][] = [
	['stalls', player('stalled'), false, '网络较慢，缓冲中…'],
	['stalls in a quality picked by hand', { ...player('stalled'), picked: '高清' }, false, '网络较慢，缓冲中…', true],
	['reconnects', player('reconnecting'), false, '正在重新连接…'],
	['reconnects one picked by hand', { ...player('reconnecting'), picked: '高清' }, false, '正在重新连接…', true],
	['reconnects slowly', player('reconnecting', 'connection'), false, '正在重新连接…'],
	['cannot be loaded from a URL for now', player('reconnecting', 'media'), false, '正在重新连接…'],
	['is not let through', player('reconnecting', 'unreachable'), false, '当前网络无法播放，请切换 Wi-Fi 或移动数据'],
	['is offline by its own measure', player('reconnecting', 'offline'), false, OFFLINE],
	['still plays, offline', player('playing'), true, OFFLINE],
	['loses its video, offline', player('playing', '', 'camera-off'), true, OFFLINE],
	['stalls offline', { ...player('stalled'), picked: '高清' }, true, OFFLINE],
	['is not let through offline', player('reconnecting', 'unreachable'), true, OFFLINE],
	['is connected offline', player('connecting'), true, OFFLINE],
];
for (const [what, state, offline, text, auto] of outages)
	it(`should say ${text} while a broadcast ${what}, and offer a retry${auto ? ' and the automatic choice' : ''}`, () => {
		const message = stageMessage(remote, state, offline);
		assert.equal([message.text, message.buttons, message.outage], [text, ['retry', ...(auto ? ['choose'] : [])], true]);
	});

for (const [status, text] of [
	['cover', '直播尚未开始，开播后自动播放'],
	['paused', '已暂停，点击继续'],
	['replay', ''],
] as const)
	it(`should say nothing of a lost connection where nothing is received (${status})`, () =>
		assert.is(stageMessage(remote, player(status), true).text, text));

it('should name a lost connection before the live is known, once the call has failed', () => {
	const offline = (error: unknown) => stageMessage({ data: null, error, loading: true }, player('idle'), true).text;
	assert.equal([offline(null), offline(named('TypeError'))], ['加载中…', OFFLINE]);
});

it('should say that only sound plays, unless it is muted', () => {
	const sound = {
		...player('playing'),
		quality: 0,
		qualities: [{ name: '只听声音', kbps: 40, address: '', audioOnly: true }],
	};
	assert.is(stageMessage(remote, sound).text, '正在收听声音 · 省流量');
	assert.is(stageMessage(remote, { ...sound, autoplayMuted: true }).text, '');
});

it('should say that the broadcaster has turned the camera off while the sound plays', () => {
	assert.equal(stageMessage({ data, error: null, loading: false }, player('playing', '', 'camera-off')), {
		text: '主播暂时关闭了画面',
	});
});

it('should say that the browser cannot show the video, with what may help', () => {
	assert.equal(stageMessage({ data, error: null, loading: false }, player('playing', '', 'undecodable')), {
		text: '当前浏览器无法显示直播画面，请换个浏览器或打开App观看',
		buttons: ['openApp', 'copyAddress'],
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
