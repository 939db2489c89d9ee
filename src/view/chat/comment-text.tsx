import type { Comment } from '../../models/chat.ts';
import * as texts from '../../texts.ts';

/** A comment. Name and message keep their directions; the assistant gets a badge (CSS). */
export function CommentText({ nickname, content }: Pick<Comment, 'nickname' | 'content'>) {
	return (
		<>
			<b className={nickname ? 'name' : 'name assistant'} data-badge={nickname ? undefined : texts.OFFICIAL}>
				<bdi>{nickname || texts.ASSISTANT}</bdi>：
			</b>
			<bdi>{content}</bdi>
		</>
	);
}
