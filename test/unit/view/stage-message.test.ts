import { owedWhy, UNPUBLISHED } from '../../support/owed.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import type { Live } from '../../../src/api/complete-live.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import type { Failure, PlayerStatus, Reason } from '../../../src/player/core/state.ts';
import { missingText, stageMessage } from '../../../src/view/stage/stage-message.ts';

const refusal = (status: number) => Object.assign(new Error(), { errorCode: 10205, traceId: '', status });

const it = suite('stage message');
const data = { id: '1' } as Live;
type Remote = Parameters<typeof stageMessage>[0];
type Player = Parameters<typeof stageMessage>[1];
const remote: Remote = { data, error: null, loading: false };
const player = (status: PlayerStatus, failure: Failure = '', reason: Reason = '') => ({ status, failure, reason });
const named = (name: string, fields: object = {}) => Object.assign(new Error('x'), { name, ...fields });

for (const [what, error, text, retry, missing] of [
	['an address without an id', named('NoLiveId'), '链接不完整，请重新打开分享的链接', false],
	['an unknown live', new ApiError('live: status 404', 404), '没有找到这场直播', false],
	['someone without a right to watch', new ApiError('x', 401), '暂无观看权限，请重新登录或联系主办方', false],
	['a refused token', new ApiError('live: status 403', 403), '暂无观看权限，请重新登录或联系主办方', false],
	['a server in trouble', new ApiError('live: status 503', 503), '服务暂时不可用，请稍后重试', true],
	['a bad request', new ApiError('x', 400), '服务暂时不可用，请稍后重试', true, '暂无内容'],
	['an overloaded server', new ApiError('x', 429), '服务暂时不可用，请稍后重试', true],
	['an answer without recData', new ApiError('recData is absent'), '服务暂时不可用，请稍后重试', true],
	['no network', named('TypeError'), '网络不给力，请检查网络后重试', true],
	['no answer in time', named('TimeoutError'), '网络不给力，请检查网络后重试', true],
	['nothing at all', null, '网络不给力，请检查网络后重试', true],
] as [string, unknown, string, boolean, string?][])
	it(`should say what ${what} means, ${retry ? 'with' : 'without'} a retry`, () => {
		const message = stageMessage({ data: null, error, loading: false }, player('idle'));
		const buttons = retry ? ['retry'] : ['openApp', 'back'];
		assert.equal([message.text, message.buttons, !!message.drawing], [text, buttons, !retry]);
		if (error) assert.equal(stageMessage({ data: null, error, loading: true }, player('idle')), message);
		assert.is(missingText(error), missing ?? (retry ? '恢复后自动显示' : '暂无内容'));
	});

type Message = Partial<ReturnType<typeof stageMessage>>;
const RETRY: Message = { buttons: ['retry'] };
const HELP: Message = { buttons: ['openApp', 'copyAddress'] };
const WATCH: Message = { buttons: ['watchReplay'] };
const NO_PICTURE = '当前浏览器无法显示画面，请换个浏览器或打开App观看';
const sound = { quality: 0, qualities: [{ name: '只听声音', kbps: 40, address: '', audioOnly: true }] };
const ended = (status: number, playbackUrl: string) => ({ ...remote, data: { ...data, status, playbackUrl } });
const ready = ended(3, 'https://a/b');
const unknown = (error: unknown, loading = false): Remote => ({ data: null, error, loading });
/** A replay that is not loaded. */
const held = (kbps: number) => ({
	...player('ended'),
	source: { status: 3 } as PlayerSource,
	quality: 0,
	qualities: [{ name: '原画', kbps, address: '', audioOnly: false }],
});
const timeout = named('TimeoutError');
const introduced = { ...remote, data: { ...data, summary: '不见不散' } };
const later = { ...remote, error: named('TypeError') };
const failed = (failure: Failure) => player('failed', failure);
const replay = (reason: Reason) => player('replay', '', reason);
const playing = (reason: Reason) => player('playing', '', reason);
/** What is said and offered, and of nothing else. */
const messages: [what: string, text: string, detail: Message, Player, of?: Remote][] = [
	['it loads', '加载中…', { busy: true }, player('idle'), unknown(null, true)],
	['a live that plays is fetched again', '', {}, player('playing'), { ...remote, loading: true }],
	['a live that plays could not be fetched', '', {}, player('playing'), unknown(timeout)],
	['a live that plays is not fetched yet', '', {}, player('playing'), unknown(null, true)],
	['a later detail call has failed', '直播尚未开始，开播后自动播放', { detail: undefined }, player('cover'), later],
	['it has not begun', '直播尚未开始，开播后自动播放', { detail: '不见不散' }, player('cover'), introduced],
	['a replay stands', '网络较慢，缓冲中…', { busy: true, onTop: true }, replay('buffering')],
	['its server fails', '视频暂时无法加载，正在重试…', { busy: true, onTop: true }, replay('unavailable')],
	['it stands again and again', '网速低于视频所需，会不时停顿', { busy: false, onTop: true }, replay('too-slow')],
	['it waits for the network', '网络已断开，恢复后自动继续', { busy: false, onTop: true }, replay('offline')],
	['a replay waits', '点击播放', { detail: '约 9 MB/分钟', ...WATCH }, held(1170), ready],
	['a replay of an unknown rate waits', '点击播放', { detail: '', ...WATCH }, held(0), ready],
	['a file cannot be loaded', '视频加载失败，请重试', RETRY, failed('media')],
	['a stream was closed for good', '直播信号中断，正在重连…', RETRY, failed('ended')],
	['a stream cannot be connected', '直播暂时无法播放，恢复后将自动继续', RETRY, failed('connection')],
	['a network lets nothing through', '当前网络无法播放，请切换 Wi-Fi 或移动数据', RETRY, failed('unreachable')],
	['the browser cannot play', '当前浏览器无法播放，请换个浏览器或打开App观看', HELP, failed('unsupported')],
	['the browser cannot show the video', NO_PICTURE, HELP, playing('undecodable')],
	['a live cannot be decoded', NO_PICTURE, HELP, { ...player('reconnecting'), owed: [owedWhy('undecodable')] }],
	['the camera is off', '主播暂时关闭了画面', {}, playing('camera-off')],
	['only sound plays', '正在收听声音 · 省流量', { onTop: true }, { ...player('playing'), ...sound }],
	['sound alone is muted', '', {}, { ...player('playing'), ...sound, autoplayMuted: true }],
];
for (const [what, text, detail, state, of = remote] of messages)
	it(`should say ${text || 'nothing'} where ${what}`, () => assert.equal(stageMessage(of, state), { text, ...detail }));

for (const [status, playbackUrl, text, buttons, more] of [
	[2, 'https://example.com/r.mp4', '直播已结束', ['watchReplay']],
	[2, '', '直播已结束', undefined, '回放还在准备中，请稍后再来'],
	[3, '', '回放还在准备中，请稍后再来', undefined],
] as const)
	it(`should say ${text} after the end of a broadcast with status ${status}`, () => {
		const message = stageMessage(ended(status, playbackUrl), player('ended'));
		assert.equal([message.text, message.buttons, message.detail], [text, buttons, more]);
	});

for (const [what, state, error, text] of [
	['reconnects', player('reconnecting'), refusal(404), '没有找到这场直播'],
	['is tried anew', { ...player('connecting'), owed: [UNPUBLISHED] }, refusal(404), '没有找到这场直播'],
	['still plays', player('playing'), refusal(404), ''],
	['reconnects where the API fails', player('reconnecting'), refusal(503), '正在重新连接…'],
	['reconnects where a token has expired', player('reconnecting'), refusal(403), '正在重新连接…'],
] as const)
	it(`should say ${text || 'nothing'} of a live that the API has no more while it ${what}`, () => {
		const { text: said, buttons } = stageMessage({ ...remote, error }, state as Player);
		assert.equal([said, buttons], [text, !text ? undefined : text[0] === '没' ? ['openApp', 'back'] : ['retry']]);
	});

const OFFLINE = '网络已断开，恢复后自动继续';
const byHand = { picked: '高清' };
const gone = { owed: [UNPUBLISHED], hasShown: true };
/** Every message of an interruption, with its buttons. */
const outages: [what: string, state: Player, offline: boolean, text: string, auto?: true][] = [
	['was closed', player('reconnecting', '', 'ended'), false, '直播信号中断，正在重连…'],
	['was closed a while ago', player('reconnecting', 'ended', 'ended'), false, '直播信号中断，正在重连…'],
	['stalls', player('stalled'), false, '网络较慢，缓冲中…'],
	['stalls in a quality picked by hand', { ...player('stalled'), ...byHand }, false, '网络较慢，缓冲中…', true],
	['reconnects', player('reconnecting', '', 'timeout'), false, '正在重新连接…'],
	['is not published yet', { ...player('reconnecting'), owed: [UNPUBLISHED] }, false, '直播信号还没有来，请稍候'],
	['cannot be read', { ...player('reconnecting'), owed: [owedWhy('unreadable')] }, false, '视频加载失败，请重试'],
	['is gone', { ...player('reconnecting'), ...gone }, false, '直播信号中断，正在重连…'],
	['is gone, and tried at another address', { ...player('connecting'), ...gone }, false, '直播信号中断，正在重连…'],
	['is refused by an overloaded server', { ...player('reconnecting'), error: refusal(503) }, false, '正在重新连接…'],
	['stalls after it was gone', { ...player('stalled'), error: refusal(404) }, false, '网络较慢，缓冲中…'],
	['reconnects one picked by hand', { ...player('reconnecting'), ...byHand }, false, '正在重新连接…', true],
	['reconnects slowly', player('reconnecting', 'connection'), false, '正在重新连接…'],
	['cannot be loaded from a URL for now', player('reconnecting', 'media'), false, '正在重新连接…'],
	['is not let through', player('reconnecting', 'unreachable'), false, '当前网络无法播放，请切换 Wi-Fi 或移动数据'],
	['is offline by its own measure', player('reconnecting', 'offline'), false, OFFLINE],
	['still plays, offline', player('playing'), true, OFFLINE],
	['loses its video, offline', player('playing', '', 'camera-off'), true, OFFLINE],
	['stalls offline', { ...player('stalled'), ...byHand }, true, OFFLINE],
	['is not let through offline', player('reconnecting', 'unreachable'), true, OFFLINE],
	['is connected offline', player('connecting'), true, OFFLINE],
];
for (const [what, state, offline, text, auto] of outages)
	it(`should say ${text} while a broadcast ${what}, and offer what can help`, () => {
		const message = stageMessage(remote, state, offline);
		const buttons = text === OFFLINE ? undefined : ['retry', ...(auto ? ['choose'] : [])];
		assert.equal([message.text, message.buttons, !!message.outage], [text, buttons, !!buttons]);
		if (state.reason === 'ended') assert.ok(message.busy);
	});

for (const [of, status, text] of [
	[remote, 'cover', '直播尚未开始，开播后自动播放'],
	[remote, 'paused', '已暂停，点击继续'],
	[remote, 'replay', ''],
	[unknown(null, true), 'idle', '加载中…'],
	[unknown(named('TypeError'), true), 'idle', OFFLINE],
	[unknown(timeout), 'stalled', OFFLINE],
] as const)
	it(`should say ${text || 'nothing'} without a network where the player is ${status}`, () =>
		assert.is(stageMessage(of, player(status), true).text, text));

for (const [hasShown, text] of [
	[true, '已暂停，点击继续'],
	[false, '点击播放'],
] as const)
	it(`should say ${text} in a pause where something was${hasShown ? '' : ' never'} shown`, () =>
		assert.is(stageMessage(remote, { ...player('paused'), hasShown }).text, text));

it.run();
