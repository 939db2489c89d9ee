import { CommentText } from './comment-text.tsx';
import { Modal } from './modal.tsx';
import type { ViewProps } from './props.ts';

/** The open question with its two answers. */
export function Dialog({ page }: ViewProps) {
	const question = page.notice.question.value;
	if (!question) return null;
	const { quote } = question;
	const answer = (yes: boolean) => () => question.answer(yes);
	return (
		<Modal label={question.title} describedBy="question" className="dialog" onClose={answer(false)}>
			<div className="dialog-box">
				<h2>{question.title}</h2>
				<p id="question">{question.message}</p>
				{quote ? (
					<blockquote>
						<CommentText {...quote} />
					</blockquote>
				) : null}
				<div className="dialog-buttons">
					<button onClick={answer(false)}>取消</button>
					<button className="danger" onClick={answer(true)}>
						确认
					</button>
				</div>
			</div>
		</Modal>
	);
}
