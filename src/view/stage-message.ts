import type { Remote } from '../models/remote.ts';
import type { Live } from '../models/page.ts';
import type { Failure, PlayerStatus } from '../models/player.ts';

/** The text over the video. */
export interface StageMessage {
	text: string;
	/** Something is under way: shown with a spinner. */
	busy?: boolean;
	/** Shown with a retry button. */
	retry?: boolean;
}

const BY_STATUS: Partial<Record<PlayerStatus, StageMessage>> = {
	cover: { text: '直播尚未开始' },
	ended: { text: '直播已结束' },
	connecting: { text: '正在连接直播…', busy: true },
	stalled: { text: '网络缓慢，正在缓冲…', busy: true },
	reconnecting: { text: '正在重新连接…', busy: true },
	blocked: { text: '点击播放' },
};

const BY_FAILURE: Record<Exclude<Failure, ''>, string> = {
	unsupported: '当前浏览器不支持播放直播，请换用其他浏览器或打开App',
	media: '视频加载失败，请重试',
	ended: '直播信号已断开',
	connection: '直播连接失败，请稍后重试',
};

/** The message for each state of detail call and player (spec §8 leaves the texts to the page). */
export function stageMessage(
	{ data, error, loading }: Remote<Live>,
	status: PlayerStatus,
	failure: Failure,
): StageMessage {
	if (loading && !data) return { text: '加载中…', busy: true };
	if (!data) return { text: detailMessage(error), retry: true };
	return failure ? { text: BY_FAILURE[failure], retry: true } : BY_STATUS[status] || { text: '' };
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
