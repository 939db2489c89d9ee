import { useLayoutEffect, useRef, type ReactNode } from 'react';

/**
 * A modal dialog; traps and restores the focus. Closes on Escape and on Back, by a history entry with the page's state.
 */
export function Modal(props: {
	label: string;
	describedBy?: string;
	className: string;
	onClose: () => void;
	children: ReactNode;
	onClick?: () => void;
}) {
	const box = useRef<HTMLDivElement>(null);
	const { onClose } = props;
	useLayoutEffect(() => {
		const previous = document.activeElement as HTMLElement | null;
		const buttons = [...box.current!.querySelectorAll('button')];
		buttons[0]!.focus();

		// On the document, as a click can move the focus outside.
		function onKeyDown(event: KeyboardEvent) {
			if (event.key === 'Escape') onClose();
			if (event.key !== 'Tab') return;
			const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + (event.shiftKey ? -1 : 1);
			event.preventDefault();
			buttons[(next + buttons.length) % buttons.length]!.focus();
		}
		document.addEventListener('keydown', onKeyDown);

		let left = false;
		function onPopState() {
			left = true;
			onClose();
		}
		history.pushState(history.state, '');
		addEventListener('popstate', onPopState);
		return () => {
			removeEventListener('popstate', onPopState);
			if (!left) history.back();
			document.removeEventListener('keydown', onKeyDown);
			if (previous && previous.focus) previous.focus();
		};
	}, []);

	return (
		<div
			className={`modal ${props.className}`}
			role="dialog"
			aria-modal="true"
			aria-label={props.label}
			aria-describedby={props.describedBy}
			ref={box}
			onClick={props.onClick}
		>
			{props.children}
		</div>
	);
}
