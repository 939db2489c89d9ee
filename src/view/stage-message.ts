import type { Remote } from '../models/remote.ts';
import type { Live } from '../models/page.ts';
import type { PlayerState, Reason } from '../models/player.ts';

/** What is said over the picture. */
export interface StageMessage {
	text: string;
	/** Something is under way: the message is accompanied by movement. */
	busy?: boolean;
	/** A press may help. */
	retry?: boolean;
}

const MESSAGES: Partial<Record<PlayerState, StageMessage>> = {
	cover: { text: '直播尚未开始' },
	ended: { text: '直播已结束' },
	connecting: { text: '正在连接直播…', busy: true },
	stalled: { text: '网络缓慢，正在缓冲…', busy: true },
	reconnecting: { text: '正在重新连接…', busy: true },
	blocked: { text: '点击播放' },
};

/** The sentence for people, for each state of detail call and player (spec §8 leaves them to us). */
export function stageMessage({ data, error, loading }: Remote<Live>, state: PlayerState, reason: Reason): StageMessage {
	if (loading && !data) return { text: '加载中…', busy: true };
	if (!data) return { text: detailMessage(error), retry: true };
	return state === 'failed' ? { text: pictureMessage(reason), retry: true } : MESSAGES[state] || { text: '' };
}

function detailMessage(error: unknown): string {
	const {
		name,
		response,
		status = response?.status,
	} = Object(error) as { name?: string; status?: number; response?: { status: number } };
	if (name === 'NoLiveId') return '链接不完整，请从分享处重新打开';
	if (status === 404) return '没有找到这场直播';
	return status || name === 'ApiError' || name === 'SyntaxError'
		? '服务暂时不可用，请稍后重试'
		: '网络不给力，请检查网络后重试';
}

function pictureMessage(reason: Reason): string {
	if (reason === 'media') return '视频加载失败，请重试';
	if (reason === 'ended') return '直播信号已断开';
	if (typeof reason === 'number' && reason >= 10110 && reason <= 10113)
		return '当前浏览器不支持播放直播，请换用其他浏览器或打开App';
	return '直播连接失败，请稍后重试';
}
