import { MODERATOR_ID, USERS_OF_TOKEN } from '../demo.ts';
import { CallError } from './packet.ts';
import type { CallContext } from './handlers.ts';

/** Milliseconds that the clock of a sender may differ, and that packets are remembered for. */
const MAX_AGE = 300_000;

/**
 * Checks before a change, because the key that signs packets is in the page: the token is known and the user's, the
 * packet neither old nor sent before.
 *
 * @param userId whose name the call uses
 * @throws CallError 401 without a known token, else 403
 */
export function authorize({ store, packet, fields }: CallContext, userId: string): void {
	const users = USERS_OF_TOKEN[packet.token];
	if (!users) throw new CallError(401, '请先登录');
	if (!users.includes(userId) || (packet.userId && packet.userId !== userId))
		throw new CallError(403, '用户与登录信息不符');
	const time = Number(packet.reqTime);
	const age = Date.now() - (time < 1e11 ? time * 1000 : time);
	if (Math.abs(age) > MAX_AGE) throw new CallError(403, '请求已过期');
	if (!store.isNewPacket(fields.get('packet')!, MAX_AGE)) throw new CallError(403, '请求重复');
}

/** As {@link authorize}, for what only moderators may do; the page's own list of them only shows the button. */
export function authorizeModerator(context: CallContext): void {
	authorize(context, context.packet.userId);
	if (context.packet.userId !== MODERATOR_ID) throw new CallError(403, '没有删除权限');
}
