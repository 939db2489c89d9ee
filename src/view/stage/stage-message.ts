import type { Remote } from '../../models/remote.ts';
import type { Actions, Live } from '../../models/page-model.ts';
import type { Failure, PlayerStatus, PlayerState, Reason } from '../../models/player-model.ts';
import { isRefused } from '../../network/failure.ts';
import { timesOwed } from '../../player/core/owed.ts';
import { isInterrupted, isReplayWaiting, isUnderWay } from '../../player/core/status.ts';
import * as texts from '../../texts.ts';

/** A button, named by its action. */
export type StageButton = keyof Actions & ('retry' | 'choose' | 'watchReplay' | 'openApp' | 'copyAddress' | 'back');

/** Message over the video. */
export interface StageMessage {
	text: string;
	detail?: string;
	busy?: boolean;
	buttons?: StageButton[];
	/** Shown even over moving frames. */
	onTop?: boolean;
	/** An interruption: its messages are of one height. */
	outage?: boolean;
	/** Nothing will be here; of the buttons the first that works is shown. */
	drawing?: boolean;
}

const BY_STATUS: Partial<Record<PlayerStatus, StageMessage>> = {
	cover: { text: texts.BEFORE_START },
	ended: { text: texts.ENDED },
	connecting: { text: texts.CONNECTING, busy: true },
	blocked: { text: texts.PLAY_BY_CLICK },
	paused: { text: texts.PAUSED },
};

/** Without a button, as none could help, and so in one row. */
const OFFLINE: StageMessage = { text: texts.OFFLINE_HERE, onTop: true };

const UNDECODABLE: StageMessage = { text: texts.UNDECODABLE, buttons: ['openApp', 'copyAddress'] };

const BY_FAILURE: Record<Exclude<Failure, ''>, string> = {
	unsupported: texts.UNSUPPORTED,
	media: texts.REPLAY_FAILED,
	ended: texts.STREAM_ENDED,
	unreachable: texts.UNREACHABLE,
	offline: texts.OFFLINE_HERE,
	// Final only without a playable address; a new one is tried once known.
	connection: texts.UNPLAYABLE,
};

/** Why a recording waits; it goes on by itself. */
const BY_REASON = {
	buffering: texts.STALLED,
	unavailable: texts.REPLAY_UNAVAILABLE,
	offline: texts.OFFLINE_HERE,
	'too-slow': texts.TOO_SLOW,
};
const BUSY: Reason[] = ['buffering', 'unavailable'];

/** The player's state, of which a message may need the rest. */
type ShownState = Pick<PlayerState, 'status' | 'reason' | 'failure'> & Partial<PlayerState>;

/** Message for detail call and player (spec §8); `offline` as the page's. */
export function stageMessage({ data, error, loading }: Remote<Live>, state: ShownState, offline = false): StageMessage {
	const { status, reason, failure, qualities = [], quality, source = null, autoplayMuted, owed, hasShown } = state;
	if (offline && (isUnderWay(status) || (!data && error && status === 'idle'))) return OFFLINE;
	// The player may have a live although this call failed. A failure stays during repeated requests.
	if (!data && status === 'idle') return loading && !error ? { text: texts.LOADING, busy: true } : detailMessage(error);
	// A fallback that is tried is the first attempt at its address.
	if (isInterrupted(status) || (status === 'connecting' && timesOwed(owed, 'unpublished')))
		return Object(error).status !== 404 ? outageMessage(state) : detailMessage(error);
	if (failure)
		return {
			text: BY_FAILURE[failure],
			// Retrying cannot help.
			buttons: failure === 'unsupported' ? ['openApp', 'copyAddress'] : ['retry'],
		};
	const waits = BY_REASON[reason as keyof typeof BY_REASON];
	if (waits) return { text: waits, busy: BUSY.includes(reason), onTop: true };
	if (reason === 'no-frame') return { text: texts.NO_FRAME, busy: true };
	if (reason === 'undecodable') return UNDECODABLE;
	if (reason === 'camera-off') return { text: texts.CAMERA_OFF };
	if (status === 'ended' && data) {
		if (data.playbackUrl && isReplayWaiting({ status, source }))
			return { text: texts.PLAY_BY_CLICK, detail: costOf(qualities[quality!]), buttons: ['watchReplay'] };
		if (data.playbackUrl) return { text: texts.ENDED, buttons: ['watchReplay'] };
		if (data.status === 3) return { text: texts.REPLAY_NOT_READY };
		return { text: texts.ENDED, detail: texts.REPLAY_NOT_READY };
	}
	const playing = qualities[quality!];
	if ((status === 'playing' || status === 'replay') && playing && playing.audioOnly && !autoplayMuted)
		return { text: texts.SOUND_PLAYS, onTop: true };
	if (status === 'cover' && data) return { text: texts.BEFORE_START, detail: data.summary };
	// Nothing has been shown that could go on.
	return BY_STATUS[status === 'paused' && hasShown === false ? 'blocked' : status] || { text: '' };
}

const costOf = (quality: PlayerState['qualities'][number] | undefined) =>
	quality && quality.kbps ? texts.dataCost(quality.kbps) : '';

/** A message of an interruption. A click retries at once; a quality picked by hand may be too much for the link. */
function outageMessage({ status, reason, failure, picked, hasShown, owed }: ShownState): StageMessage {
	const outage: StageMessage = { text: texts.STALLED, busy: true, buttons: ['retry'], outage: true };
	if (failure === 'offline') return OFFLINE;
	if (failure === 'unreachable') return Object.assign(outage, { text: BY_FAILURE[failure], busy: false });
	// Retries go on; an encoder or a server may be mended.
	if (timesOwed(owed, 'undecodable')) return UNDECODABLE;
	if (timesOwed(owed, 'unreadable')) return Object.assign(outage, { text: texts.REPLAY_FAILED, busy: false });
	const unpublished = timesOwed(owed, 'unpublished');
	// Viewers ask the server, one after another, whether an ended stream is over.
	if (unpublished || timesOwed(owed, 'stopped') || reason === 'ended')
		return Object.assign(outage, { text: unpublished && !hasShown ? texts.UNPUBLISHED : texts.STREAM_ENDED });
	if (picked) outage.buttons!.push('choose');
	if (status === 'reconnecting') outage.text = texts.RECONNECTING;
	return outage;
}

/** Error number for support (spec §8), once nothing retries; 0 for none. */
export const shownErrorCode = ({ status, failure, reason, error }: ShownState): number =>
	(status === 'failed' && failure && (error ? error.errorCode : +reason)) || 0;

/** Message without a live, with a retry if it can help. */
function detailMessage(error: unknown): StageMessage {
	const { name, status } = Object(error) as { name?: string; status?: number };
	const lost = (text: string): StageMessage => ({ text, drawing: true, buttons: ['openApp', 'back'] });
	if (name === 'NoLiveId') return lost(texts.INCOMPLETE_LINK);
	if (status === 404) return lost(texts.LIVE_NOT_FOUND);
	if (status === 401 || status === 403) return lost(texts.NOT_ALLOWED);
	const answered = status || name === 'ApiError';
	return { text: answered ? texts.SERVICE_UNAVAILABLE : texts.NO_CONNECTION, buttons: ['retry'] };
}

/** Text in place of missing content, which is requested again unless refused. */
export function missingText(error: unknown): string {
	return isRefused(error) || detailMessage(error).drawing ? texts.NOTHING_TO_SHOW : texts.SHOWN_LATER;
}
