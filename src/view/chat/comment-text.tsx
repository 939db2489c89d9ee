import type { Comment } from '../../models/chat.ts';
import { shownName } from '../../safe/nickname.ts';
import { momentsIn } from '../page/moments.ts';
import * as texts from '../../texts.ts';

/** A comment; times in it lead to places of a replay of `length` seconds. Name and message keep their directions; the assistant (CSS) and one's own get a badge. */
export function CommentText({
	nickname,
	content,
	own,
	length,
}: Pick<Comment, 'nickname' | 'content' | 'own'> & { length?: number }) {
	return (
		<>
			<b className={nickname ? 'name' : 'name assistant'} data-badge={nickname ? undefined : texts.OFFICIAL}>
				{own ? <small className="own">{texts.OWN}</small> : null}
				<bdi>{shownName(nickname) || texts.ASSISTANT}</bdi>：
			</b>
			<bdi>
				{length
					? momentsIn(content, length).map((part) =>
							typeof part === 'string' ? (
								part
							) : (
								<button className="moment" tabIndex={-1} data-seconds={part.seconds}>
									{part.text}
								</button>
							),
						)
					: content}
			</bdi>
		</>
	);
}
