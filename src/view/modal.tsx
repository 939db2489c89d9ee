import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** A dialog over everything: takes the focus, keeps it, gives it back, and closes on Escape. */
export function Modal(props: { label: string; className: string; onClose: () => void; children: ReactNode; onClick?: () => void }) {
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const before = document.activeElement as HTMLElement | null;
		const buttons = box.current!.querySelectorAll('button');
		buttons[buttons.length - 1]!.focus();
		return () => before && before.focus && before.focus();
	}, []);

	function onKeyDown(event: { key: string; shiftKey: boolean; preventDefault(): void }) {
		if (event.key === 'Escape') props.onClose();
		if (event.key !== 'Tab') return;
		const buttons = [...box.current!.querySelectorAll('button')];
		const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + (event.shiftKey ? -1 : 1);
		event.preventDefault();
		buttons[(next + buttons.length) % buttons.length]!.focus();
	}

	return (
		<div className={`modal ${props.className}`} role="dialog" aria-modal="true" aria-label={props.label} ref={box} onKeyDown={onKeyDown} onClick={props.onClick}>
			{props.children}
		</div>
	);
}
