import type { Comment } from '../../models/chat.ts';
import { shownName } from '../../safe/nickname.ts';
import * as texts from '../../texts.ts';

/** A comment. Name and message keep their directions; the assistant (CSS) and one's own get a badge. */
export function CommentText({ nickname, content, own }: Pick<Comment, 'nickname' | 'content' | 'own'>) {
	return (
		<>
			<b className={nickname ? 'name' : 'name assistant'} data-badge={nickname ? undefined : texts.OFFICIAL}>
				{own ? <small className="own">{texts.OWN}</small> : null}
				<bdi>{shownName(nickname) || texts.ASSISTANT}</bdi>：
			</b>
			<bdi>{content}</bdi>
		</>
	);
}
