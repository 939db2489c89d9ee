import { DELETION_FAILED, SEND_FAILED } from '../texts.ts';
import { createRules, type Result } from './finding.ts';
import { LimitError } from './http-client.ts';
import type { MemberFacts } from './look-at-member.ts';
import type { Observed } from './page-globals.ts';
import { detailWords } from './page-words.ts';

const answerOf = ({ exchange, error, failure }: Observed<unknown>): string =>
	exchange && exchange.status !== 200 ? `status ${exchange.status}` : (failure ?? (error as Error)).message;

/** Judges what a member may do. @param write it was to be tried @param isModerator by the configuration */
export function judgeMember({ detail, unknown, written }: MemberFacts, write: boolean, isModerator: boolean): Result[] {
	const { results, expect, note } = createRules('api');
	if (detail.failure instanceof LimitError) return results;
	expect('member', detail.error === undefined, 'the member is known', [
		`live/detail refuses this user and token (${detail.error === undefined ? '' : answerOf(detail)}); ${detailWords(detail.error)}.`,
		'Check the token, and that the API takes it for this user.',
	]);
	if (detail.error === undefined && unknown.error === undefined && !written)
		note('member-unproven', [
			'live/detail answers any token, so whether this one is known was not seen.',
			'Check it with a moderator’s --user and --token and with --write, or send a message on the page.',
		]);
	if (write && !isModerator)
		note('write', [
			'Nothing was written, because this user is none of moderators, who alone can delete the message again.',
			'Name a moderator by --user.',
		]);
	if (!written) return results;
	const { sent, found, deleted, gone } = written;
	const isSent = sent.error === undefined;
	expect('message', isSent, 'a message can be sent', [
		`stream/chat/save fails (${isSent ? '' : answerOf(sent)}); the page says “${SEND_FAILED}”.`,
		'Take messages of a known token in the API, with code 0 or 200.',
	]);
	if (!isSent) return results;
	expect('message-shown', !!found?.id, 'the message is among the comments', [
		`The message that was sent is ${found ? 'without an id' : 'not'} among the first comments, so its writer does not see it; it was not deleted.`,
		'Answer it, with its id, in the first page of live/comment/page at once.',
	]);
	if (deleted)
		expect('deletion', deleted.error === undefined && !!gone, 'the message is deleted', [
			`stream/chat/delete ${deleted.error === undefined ? 'leaves the message' : `fails (${answerOf(deleted)})`}; the page says “${DELETION_FAILED}”, and the message “check …” remains.`,
			'Let moderators delete in the API, and delete that message by hand.',
		]);
	return results;
}
