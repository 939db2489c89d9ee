import type { Question as QuestionProps } from '../../models/notice.ts';
import * as texts from '../../texts.ts';
import { CommentText } from '../chat/comment-text.tsx';
import { Modal } from './modal.tsx';

/** A yes-or-no question about a comment; without one, a message to close. */
export function Question({ title, message, quote, answer }: Omit<QuestionProps, 'kind'>) {
	const no = () => answer(false);
	return (
		<Modal label={title} describedBy="question" className="dialog" onClose={no}>
			<div className="dialog-box">
				<h2>{title}</h2>
				<p id="question">{message}</p>
				{quote ? (
					<blockquote>
						<CommentText nickname={quote.nickname} content={quote.content} />
					</blockquote>
				) : null}
				<div className="dialog-buttons">
					<button onClick={no}>{quote ? texts.CANCEL : texts.CLOSE}</button>
					{quote ? (
						<button className="danger" onClick={() => answer(true)}>
							{texts.CONFIRM}
						</button>
					) : null}
				</div>
			</div>
		</Modal>
	);
}
