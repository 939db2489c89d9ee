import { useEffect, useRef } from 'react';
import type { ViewProps } from './props.ts';

/** The text field for people who are logged in; everyone else is invited into the app (spec §2, §5). */
export function Composer({ page }: ViewProps) {
	const { chat, notice, actions } = page;
	const input = useRef<HTMLInputElement>(null);
	const member = page.member.value;
	const sending = chat.sending.value;

	const send = async () => {
		const field = input.current!;
		if (!field.value.trim() || sending) return;
		const sent = await chat.send(field.value);
		field.value = '';
		if (!sent) notice.showToast('发送失败');
	};

	useEffect(() => (input.current ? fitKeyboard(input.current) : undefined), [member]);

	if (!member)
		return (
			<div className="composer">
				<button className="composer-invitation" onClick={actions.openApp}>
					打开App参与互动
				</button>
			</div>
		);
	return (
		<div className="composer">
			<input
				ref={input}
				type="text"
				aria-label="说点什么"
				placeholder="说点什么…"
				maxLength={500}
				enterKeyHint="send"
				readOnly={sending}
				onKeyDown={(event) => {
					if (event.key === 'Enter' && !event.isComposing && event.keyCode !== 229) send();
				}}
			/>
			<button className="button" disabled={sending} onClick={send}>
				发送
			</button>
		</div>
	);
}

/**
 * HACK(iOS WebKit): the keyboard covers the page's lower end and leaves the page scrolled when it closes.
 * The page is made as high as what stays visible, and scrolled back. Remove when iOS resizes the layout viewport.
 */
function fitKeyboard(input: HTMLElement) {
	const viewport = window.visualViewport;
	const fit = () => {
		if (viewport && viewport.scale > 1.01) return;
		const focused = document.activeElement === input;
		document.documentElement.style.height = focused && viewport ? `${viewport.height}px` : '';
		scrollTo(0, 0);
	};
	const later = () => setTimeout(fit, 200);
	viewport?.addEventListener('resize', fit);
	input.addEventListener('blur', later);
	return () => {
		viewport?.removeEventListener('resize', fit);
		input.removeEventListener('blur', later);
	};
}
