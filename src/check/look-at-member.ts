import { fetchComments, type Comment } from '../api/comments.ts';
import type { Live } from '../api/live.ts';
import { deleteComment, saveChat } from '../api/stream-chat.ts';
import type { Visit } from '../visit/visit.ts';
import type { PageCalls } from './look-at-api.ts';
import type { Observed, PageGlobals } from './page-globals.ts';

/** Rights of a member. */
export interface MemberFacts {
	detail: Observed<Live>;
	/** The same with a token that nobody has. */
	unknown: Observed<Live>;
	/** With `--write`, by a moderator. */
	written?: {
		sent: Observed<unknown>;
		/** The message among the comments. */
		found?: Comment | undefined;
		deleted?: Observed<unknown>;
		/** It is gone. */
		gone?: boolean;
	};
}

/** Comments among which the message must be. */
const PAGE_SIZE = 20;

/** Looks at what a member may do. @param write send a message and delete it */
export async function lookAtMember(
	globals: PageGlobals,
	{ config, call, fetchLive }: PageCalls,
	unknown: PageCalls,
	{ id, userId }: Visit,
	oss: string,
	write: boolean,
): Promise<MemberFacts> {
	const facts: MemberFacts = {
		detail: await globals.observe(() => fetchLive(id)),
		unknown: await globals.observe(() => unknown.fetchLive(id)),
	};
	if (!write) return facts;
	const content = `check ${Date.now().toString(36)}`;
	const find = async () => {
		const read = () => fetchComments(call, id, 1, PAGE_SIZE, 'read', config.fields);
		return (await globals.observe(read)).value?.find((comment) => comment.content === content);
	};
	const sent = await globals.observe(() => saveChat(call, content, oss, userId));
	facts.written = { sent };
	if (sent.error !== undefined) return facts;
	facts.written.found = await find();
	const { id: comment } = facts.written.found ?? {};
	if (!comment) return facts;
	facts.written.deleted = await globals.observe(() => deleteComment(call, comment));
	facts.written.gone = !(await find());
	return facts;
}
