import { saysOffline } from '../../network/online.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Comment } from '../../models/chat.ts';
import { isBlank } from '../../safe/nickname.ts';
import { withoutGaps } from '../../safe/without-gaps.ts';
import * as texts from '../../texts.ts';
import { isZoomed } from '../page/is-zoomed.ts';
import type { ViewProps } from '../page/props.ts';

/** Keys handled by an input method: https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode */
const IME_KEY_CODE = 229;
/** Milliseconds. */
const KEYBOARD_CLOSE_TIME = 200;
/** Rows of the newest messages that are surely in sight. */
const IN_SIGHT = 3;
/** Pixels; in a lower viewport a focused field hides header, tabs and footer. */
const MAX_TYPING_HEIGHT = 600;

/** Text field, with ready phrases while it is empty and focused, or a button to log in (spec §2, §5, §6). */
export function Composer({
	page,
	mention,
}: ViewProps<'actions' | 'chat' | 'draft' | 'insideApp' | 'maxLength' | 'member' | 'notice' | 'offline' | 'phrases'> & {
	mention: { current: (name: string) => void };
}) {
	const { chat, notice, actions, maxLength } = page;
	const input = useRef<HTMLTextAreaElement>(null);
	const member = page.member.value;
	const sending = chat.sending.value;

	const [showsNothing, setShowsNothing] = useState(true);
	const [isFocused, setFocused] = useState(false);
	/** Characters beyond the limit. */
	const [over, setOver] = useState(0);
	const [unsent, setUnsent] = useState('');
	/** Stored, or without an answer, and not seen in the list yet: its text, and what was known before it. */
	const sent = useRef<{ text: string; done: boolean; before: readonly Comment[] } | undefined>(undefined);
	/** Announced, as its row is not. */
	const [isSent, setSent] = useState(false);
	/** The text in the field waits for the network. */
	const waits = useRef(false);
	const offline = page.offline.value;

	const onInput = () => {
		page.draft.value = input.current!.value;
		fitText(input.current!);
		const { value } = input.current!;
		setShowsNothing(isBlank(value));
		if (value) setSent(false);
		setOver(excess(value, maxLength));
	};
	const write = (text: string) => {
		input.current!.value = text;
		onInput();
	};
	const send = async (phrase?: string) => {
		const field = input.current!;
		if (phrase) write(phrase);
		// As rows show it; one's own message is found by it.
		const text = withoutGaps(field.value.trim()).replace(/\n/g, ' ');
		if (isBlank(text) || excess(text, maxLength) || chat.sending.peek()) return;
		// A phone's keyboard covers the chat, and its key for sending would leave a ring around that.
		const next = matchMedia('(pointer: coarse)').matches && document.querySelector<HTMLElement>('.panels .scroller');
		if (next) next.focus({ focusVisible: false });
		else field.focus();
		const { known: before, end } = chat.list.peek();
		const { done, reason } = await chat.send(text);
		// What a list has that was not loaded may be older.
		sent.current = reason || (!done && !end) ? undefined : { text, done, before };
		waits.current = !done && !reason && (page.offline.peek() || saysOffline());
		write(waits.current ? text : '');
		setSent(done);
		setUnsent(done ? '' : text);
		if (!done) page.draft.value = text;
		if (!done) notice.showToast(reason || (waits.current ? texts.SEND_OFFLINE : texts.SEND_FAILED), 'assertive');
	};
	mention.current = (name) => {
		if (!input.current || sending) return;
		write(`${input.current.value}@${name} `);
		input.current.focus();
	};
	/** The phrases are reached from the field, and it from them. */
	const onBlur = ({ relatedTarget }: { relatedTarget: EventTarget | null }) =>
		setFocused(!!relatedTarget && !!(relatedTarget as Element).closest('.composer-phrases'));
	const editAgain = () => {
		write(unsent);
		input.current!.focus();
	};

	useEffect(() => {
		if (!input.current) return;
		if (page.draft.peek()) write(page.draft.peek());
		return fitKeyboard(input.current);
	}, [member]);

	useLayoutEffect(() => {
		if (input.current) fitText(input.current);
	}, [isFocused, showsNothing, over]);
	const { known } = chat.list.value;
	// The list may have the message whose answer was lost; one that is stored may be below many others, or on no page that is read.
	useLayoutEffect(() => {
		const field = input.current;
		if (!field || !sent.current) return;
		const { text, done, before } = sent.current;
		const end = before[0] ? known.findIndex(({ id }) => id === before[0]!.id) : -1;
		const added = end < 0 ? known : known.slice(0, end);
		const row = added.findIndex(({ own, userId, content }) => (own || !userId) && content === text);
		if (done ? known === before : row < 0) return;
		sent.current = undefined;
		if (row < 0 || row >= IN_SIGHT || !done) notice.showToast(texts.SENT);
		if (done) return;
		if (['', text].includes(field.value)) write('');
		waits.current = false;
		setUnsent('');
		setSent(true);
	}, [known, unsent]);
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
			<p className="composer-limit danger" aria-live="polite">
				{over ? texts.tooLong(maxLength, over) : null}
			</p>
			<span className="visually-hidden" role="status">
				{isSent ? texts.SENT : null}
			</span>
			{isFocused && showsNothing && page.phrases.length ? (
				<div className="composer-phrases" role="group" aria-label={texts.PHRASES}>
					{page.phrases.map((phrase) => (
						// The field keeps the focus, and the keyboard stays open.
						<button
							onMouseDown={(event) => event.preventDefault()}
							onBlur={onBlur}
							disabled={sending}
							onClick={() => send(phrase)}
						>
							{phrase}
						</button>
					))}
				</div>
			) : null}
			<textarea
				ref={input}
				onFocus={() => setFocused(true)}
				onBlur={onBlur}
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
			{unsent && showsNothing ? (
				<button className="link" onClick={editAgain}>
					{texts.EDIT_AGAIN}
				</button>
			) : null}
			<button className="button" disabled={sending || showsNothing || !!over} onClick={() => send()}>
				{sending ? texts.SENDING : texts.SEND}
			</button>
		</>
	);
}

/** Characters beyond the limit; 0: none. */
const excess = (text: string, limit: number) => (limit ? Math.max(0, Array.from(text).length - limit) : 0);

/** Fits the field to its text, up to the limit in composer.css, and the chat to the field. */
function fitText(field: HTMLElement) {
	field.style.height = '';
	field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
	// With what is above it, without padding and border (chat-panel.css).
	document.documentElement.style.setProperty('--field', `${field.parentElement!.offsetHeight - 13}px`);
}

/**
 * Fits the page to the visual viewport while focused; `typing` marks a low one.
 * HACK(iOS WebKit): the keyboard covers the page's end and leaves it scrolled.
 * https://github.com/WebKit/standards-positions/issues/65 Remove when iOS supports
 * `interactive-widget=resizes-content`.
 */
function fitKeyboard(input: HTMLTextAreaElement) {
	const viewport = window.visualViewport;
	const root = document.documentElement;
	const isFocused = () => document.activeElement === input;
	const markTyping = () => {
		const height = viewport ? viewport.height * viewport.scale : innerHeight;
		root.classList.toggle('typing', isFocused() && height < MAX_TYPING_HEIGHT);
		// A low window has no ready phrases.
		fitText(input);
	};
	const fit = () => {
		if (isZoomed()) return;
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
