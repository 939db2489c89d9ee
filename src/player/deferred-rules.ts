import { ErrorCode } from '../rts/errors.ts';
import { fail, start } from './attempt.ts';
import { isStreaming } from './conditions.ts';
import { enter, isRealTime } from './draft.ts';
import { judgeVideo } from './liveness.ts';
import { coreRules, type Rules } from './player.ts';
import type { CoreEvent, Draft } from './state.ts';
import { holdOffline, wake } from './wake.ts';

/** The rules of the whole evening: the core's, and what a viewer does between the first frame and the end. */
export const deferredRules: Rules = (draft, event) => {
	handle(draft, event);
	if (isUnreachable(draft)) draft.next.failure = 'unreachable';
};

const handle: Rules = (draft, event) => {
	const { next, commands, at } = draft;
	switch (event.type) {
		case 'visible':
		case 'online':
		case 'restored':
			return wake(draft, event.type);
		case 'viewerPause':
			if (!isStreaming(draft) || next.status === 'failed') return;
			enter(draft, 'paused');
			next.startedAt = 0;
			commands.push({ type: 'keepFrame', cover: next.source!.poster }, { type: 'unload' });
			return;
		case 'viewerPlay':
			if (next.status === 'paused') start(draft);
			return;
		case 'audioOnly':
			if (next.audioOnly === event.on) return;
			next.audioOnly = event.on;
			if (isStreaming(draft) && isRealTime(draft) && next.status !== 'paused' && next.status !== 'failed') start(draft);
			return;
		default: {
			event satisfies CoreEvent;
			const { timer } = next;
			coreRules(draft, event);
			if (event.type === 'check') judgeVideo(draft, () => fail(draft, 'timeout'));
			if (next.timer && next.timer !== timer && at.offline) holdOffline(draft);
		}
	}
};

/** Whether the server replies and no connection to it can be made, as on a network without UDP: seen at two attempts. */
const isUnreachable = ({ next: { status, failures, error } }: Draft): boolean =>
	status === 'reconnecting' && failures > 1 && !!error && error.errorCode === ErrorCode.ERROR_PC_DISCONNECTED;
