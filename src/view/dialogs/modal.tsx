import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { openSheet } from '../page/open-sheet.ts';

/**
 * A modal dialog; traps and restores the focus. Closes on Escape and on Back.
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

		const stopBack = openSheet(onClose);
		return () => {
			stopBack();
			document.removeEventListener('keydown', onKeyDown);
			// A touch leaves it on the body, and what had it may be gone.
			const isThere = previous && previous !== document.body && document.contains(previous);
			(isThere ? previous : document.querySelector<HTMLElement>('.panel:not([aria-hidden])'))?.focus();
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
