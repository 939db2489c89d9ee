import type { Comment } from '../models/chat.ts';
import * as texts from '../texts.ts';

/** Nickname and text of a comment. A name keeps its own direction; the assistant, without one, gets a badge (css). */
export function CommentText({ nickname, content }: Pick<Comment, 'nickname' | 'content'>) {
	return (
		<>
			<b className={nickname ? 'name' : 'name assistant'}>
				<bdi>{nickname || texts.ASSISTANT}</bdi>：
			</b>
			{content}
		</>
	);
}
