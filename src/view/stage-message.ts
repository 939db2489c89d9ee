import type { Remote } from '../models/remote.ts';
import type { Actions, Live } from '../models/page-model.ts';
import type { Failure, PlayerStatus, PlayerView } from '../models/player-model.ts';

/** A button under the message, by its action. */
export type StageButton = keyof Actions & ('retry' | 'watchReplay' | 'openApp' | 'copyAddress');

/** The text over the video. */
export interface StageMessage {
	text: string;
	/** Something is under way: shown with a spinner. */
	busy?: boolean;
	/** What helps. */
	buttons?: StageButton[];
}

const BY_STATUS: Partial<Record<PlayerStatus, StageMessage>> = {
	cover: { text: '直播尚未开始，开播后自动播放' },
	ended: { text: '直播已结束' },
	connecting: { text: '正在连接直播…', busy: true },
	stalled: { text: '网络缓慢，正在缓冲…', busy: true },
	reconnecting: { text: '正在重新连接…', busy: true },
	blocked: { text: '点击播放' },
	paused: { text: '已暂停，点击继续' },
};

const BY_FAILURE: Record<Exclude<Failure, ''>, string> = {
	unsupported: '当前浏览器不支持播放直播，请换用其他浏览器或打开App',
	media: '视频加载失败，请重试',
	ended: '直播信号已断开',
	unreachable: '当前网络不支持播放直播，请换用其他网络',
	// Final only where there is no address that can be played; a new one is tried when it is known.
	connection: '直播地址暂不可用，恢复后自动播放',
};

/** The message for each state of detail call and player (spec §8 leaves the texts to the page). */
export function stageMessage(
	{ data, error, loading }: Remote<Live>,
	{ status, reason, failure }: Pick<PlayerView, 'status' | 'reason' | 'failure'>,
): StageMessage {
	// What plays may be known although the page's own call has failed.
	if (!data && status === 'idle') return loading ? { text: '加载中…', busy: true } : detailMessage(error);
	// The stream was closed: the server is asked whether the broadcast is over, by one of many viewers after the other.
	if (status === 'reconnecting' && reason === 'ended')
		return { text: '直播信号已断开，正在重新连接…', busy: true, buttons: ['retry'] };
	// Retries go on, slowly: a click makes the next one at once.
	if (failure && failure !== 'unreachable' && status === 'reconnecting')
		return { text: '正在重新连接…', busy: true, buttons: ['retry'] };
	if (failure)
		return {
			text: BY_FAILURE[failure],
			// Another try changes nothing in this browser.
			buttons: failure === 'unsupported' ? ['openApp', 'copyAddress'] : ['retry'],
		};
	if (reason === 'camera-off') return { text: '主播暂时关闭了画面' };
	if (status === 'ended' && data && data.playbackUrl) return { text: '直播已结束', buttons: ['watchReplay'] };
	return BY_STATUS[status] || { text: '' };
}

function detailMessage(error: unknown): StageMessage {
	const { name, status } = Object(error) as { name?: string; status?: number };
	// Without an id there is nothing to request.
	if (name === 'NoLiveId') return { text: '链接不完整，请从分享处重新打开' };
	let text = '网络不给力，请检查网络后重试';
	if (status || name === 'ApiError' || name === 'SyntaxError') text = '服务暂时不可用，请稍后重试';
	if (status === 404) text = '没有找到这场直播';
	if (status === 401 || status === 403) text = '没有观看权限，请重新登录或联系主办方';
	return { text, buttons: ['retry'] };
}
