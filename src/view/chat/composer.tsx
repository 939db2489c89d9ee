import { useEffect, useRef, useState } from 'react';
import * as texts from '../../texts.ts';
import type { ViewProps } from '../page/props.ts';

/** Keys handled by an input method: https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode */
const IME_KEY_CODE = 229;
/** Larger scales are zoomed in. */
const MAX_UNZOOMED_SCALE = 1.01;
/** Milliseconds. */
const KEYBOARD_CLOSE_TIME = 200;
/** Pixels; in a lower viewport a focused field hides header, tabs and footer. */
const MAX_TYPING_HEIGHT = 600;

/** Text field, or a button to log in (spec §2, §5, §6). */
export function Composer({ page }: ViewProps) {
	const { chat, notice, actions, maxLength } = page;
	const input = useRef<HTMLTextAreaElement>(null);
	const member = page.member.value;
	const sending = chat.sending.value;

	const [isBlank, setBlank] = useState(true);
	/** Characters beyond the limit. */
	const [over, setOver] = useState(0);
	const [unsent, setUnsent] = useState('');
	/** What is in the field waits for the network. */
	const waits = useRef(false);
	const offline = page.offline.value;

	const onInput = () => {
		page.draft.value = input.current!.value;
		fitText(input.current!);
		const { value } = input.current!;
		setBlank(!value.trim());
		setOver(maxLength ? Math.max(0, Array.from(value).length - maxLength) : 0);
	};
	const write = (text: string) => {
		input.current!.value = text;
		onInput();
	};
	const send = async () => {
		const field = input.current!;
		// One line, as rows show no breaks.
		const text = field.value.replace(/\n+$/, '').replace(/\n+/g, ' ');
		if (!text.trim() || over || chat.sending.peek()) return;
		// A phone's keyboard covers the chat.
		if (matchMedia('(pointer: coarse)').matches) field.blur();
		else field.focus();
		const { done, reason } = await chat.send(text);
		waits.current = !done && !reason && (page.offline.peek() || navigator.onLine === false);
		write(waits.current ? text : '');
		setUnsent(done ? '' : text);
		if (!done) page.draft.value = text;
		if (!done) notice.showToast(reason || (waits.current ? texts.SEND_OFFLINE : texts.SEND_FAILED));
	};
	const editAgain = () => {
		write(unsent);
		input.current!.focus();
	};

	useEffect(() => {
		if (!input.current) return;
		if (page.draft.peek()) write(page.draft.peek());
		return fitKeyboard(input.current);
	}, [member]);

	useEffect(() => {
		if (offline || !waits.current) return;
		waits.current = false;
		notice.showToast(texts.SEND_AGAIN);
	}, [offline]);

	if (!member)
		return (
			<button className="composer-invitation" onClick={actions.login}>
				{page.insideApp.value ? texts.LOG_IN_TO_CHAT : texts.OPEN_APP_TO_CHAT}
			</button>
		);
	return (
		<>
			<textarea
				ref={input}
				rows={1}
				aria-label={texts.COMPOSER}
				placeholder={texts.COMPOSER_HINT}
				aria-invalid={!!over}
				enterkeyhint="send"
				readOnly={sending}
				onInput={onInput}
				onKeyDown={(event) => {
					if (event.key !== 'Enter' || event.isComposing || event.keyCode === IME_KEY_CODE) return;
					event.preventDefault();
					send();
				}}
			/>
			<p className="composer-limit" aria-live="polite">
				{over ? texts.tooLong(maxLength, over) : null}
			</p>
			{unsent && isBlank ? (
				<button className="link" onClick={editAgain}>
					{texts.EDIT_AGAIN}
				</button>
			) : null}
			<button className="button" disabled={sending || isBlank || !!over} onClick={send}>
				{sending ? texts.SENDING : texts.SEND}
			</button>
		</>
	);
}

/** Fits the field to its text, up to the limit in composer.css, and the chat to the field. */
function fitText(field: HTMLElement) {
	field.style.height = '';
	field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
	document.documentElement.style.setProperty('--field', `${field.offsetHeight}px`);
}

/**
 * Fits the page to the visual viewport while focused; `typing` marks a low one.
 * HACK(iOS WebKit): the keyboard covers the page's end and leaves it scrolled.
 * https://github.com/WebKit/standards-positions/issues/65 Remove when iOS supports
 * `interactive-widget=resizes-content`.
 */
function fitKeyboard(input: HTMLElement) {
	const viewport = window.visualViewport;
	const root = document.documentElement;
	const isFocused = () => document.activeElement === input;
	const markTyping = () => {
		const height = viewport ? viewport.height * viewport.scale : innerHeight;
		root.classList.toggle('typing', isFocused() && height < MAX_TYPING_HEIGHT);
	};
	const fit = () => {
		if (viewport && viewport.scale > MAX_UNZOOMED_SCALE) return;
		root.style.height = isFocused() && viewport ? `${viewport.height}px` : '';
		markTyping();
		scrollTo(0, 0);
	};
	const onBlur = () => setTimeout(fit, KEYBOARD_CLOSE_TIME);
	viewport?.addEventListener('resize', fit);
	input.addEventListener('focus', markTyping);
	input.addEventListener('blur', onBlur);
	return () => {
		viewport?.removeEventListener('resize', fit);
		input.removeEventListener('focus', markTyping);
		input.removeEventListener('blur', onBlur);
	};
}
