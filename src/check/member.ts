import { fetchComments } from '../api/comments.ts';
import { deleteComment, saveChat } from '../api/stream-chat.ts';
import { DELETION_FAILED, SEND_FAILED } from '../texts.ts';
import type { Visit } from '../visit/visit.ts';
import type { Deployment } from './deployment.ts';
import { LimitError } from './http-client.ts';
import { createPageCalls } from './look-at-api.ts';
import type { Observed } from './page-globals.ts';
import { detailWords } from './page-words.ts';

/** Comments among which the message must be. */
const PAGE_SIZE = 20;

const failureOf = ({ exchange, error, failure }: Observed<unknown>): string =>
	exchange && exchange.status !== 200 ? `status ${exchange.status}` : (failure ?? (error as Error)).message;

/** Judges what a member may do. @param write send a message and delete it, as a moderator */
export async function checkMember(deployment: Deployment, visit: Visit, write: boolean): Promise<void> {
	const { globals, calls, config } = deployment;
	const { expect, note } = deployment.rules.api;
	const callsOf = (token: string) => createPageCalls(calls.config, { ...visit, token });
	const member = callsOf(visit.token);
	const detail = await globals.observe(() => member.fetchLive(visit.id));
	if (detail.failure instanceof LimitError) return;
	const isKnown = detail.error === undefined;
	expect('member', isKnown, 'the member is known', [
		`live/detail refuses this user and token (${isKnown ? '' : failureOf(detail)}); ${detailWords(detail.error)}.`,
		'Check the token, and that the API takes it for this user.',
	]);
	const isModerator = config.moderators.includes(visit.userId);
	if (write && isModerator) return checkWriting(deployment, member.call, visit);
	const unknown = callsOf(`check-${Date.now().toString(36)}`);
	if (isKnown && (await globals.observe(() => unknown.fetchLive(visit.id))).error === undefined)
		note('member-unproven', [
			'live/detail answers any token, so whether this one is known was not seen.',
			'Check it with a moderator’s --user and --token and with --write, or send a message on the page.',
		]);
	if (write)
		note('write', [
			'Nothing was written, because this user is none of moderators, who alone can delete the message again.',
			'Name a moderator by --user.',
		]);
}

/** Sends a message, and deletes it. */
async function checkWriting(
	{ globals, live, config, rules }: Deployment,
	call: Deployment['calls']['call'],
	{ id, userId }: Visit,
): Promise<void> {
	const { expect } = rules.api;
	const content = `check ${Date.now().toString(36)}`;
	const find = async () => {
		const read = () => fetchComments(call, id, 1, PAGE_SIZE, 'read', config.api.fields);
		return (await globals.observe(read)).value?.find((comment) => comment.content === content);
	};
	const sent = await globals.observe(() => saveChat(call, content, live.oss, userId));
	const isSent = sent.error === undefined;
	expect('message', isSent, 'a message can be sent', [
		`stream/chat/save fails (${isSent ? '' : failureOf(sent)}); the page says “${SEND_FAILED}”.`,
		'Take messages of a known token in the API, with code 0 or 200.',
	]);
	if (!isSent) return;
	const found = await find();
	expect('message-shown', !!found?.id, 'the message is among the comments', [
		`The message that was sent is ${found ? 'without an id' : 'not'} among the first comments, so its writer does not see it; it was not deleted.`,
		'Answer it, with its id, in the first page of live/comment/page at once.',
	]);
	if (!found?.id) return;
	const deleted = await globals.observe(() => deleteComment(call, found.id));
	const isTaken = deleted.error === undefined;
	expect('deletion', isTaken && !(await find()), 'the message is deleted', [
		`stream/chat/delete ${isTaken ? 'leaves the message' : `fails (${failureOf(deleted)})`}; the page says “${DELETION_FAILED}”, and the message “check …” remains.`,
		'Let moderators delete in the API, and delete that message by hand.',
	]);
}
