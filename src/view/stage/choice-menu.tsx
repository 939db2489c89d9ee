import { useLayoutEffect, useRef, useState } from 'react';
import { openSheet } from '../page/open-sheet.ts';

/** A row of a {@link ChoiceMenu}. */
export interface Choice {
	text: string;
	/** Its meaning or cost. */
	note?: string;
	checked: boolean;
	choose: () => void;
}

/** Props of {@link ChoiceMenu}. */
export interface ChoiceMenuProps {
	/** The current choice, on the button. */
	label: string;
	/** The same for screen readers. */
	name: string;
	heading: string;
	/** Beside the heading, read when the menu opens. */
	note?: () => string;
	choices: Choice[];
}

/** A button with a menu of which one row is chosen: a sheet on upright phones. */
export function ChoiceMenu({ label, name, heading, note, choices }: ChoiceMenuProps) {
	const [open, setOpen] = useState(false);
	const box = useRef<HTMLDivElement>(null);
	const buttons = () => [...box.current!.querySelectorAll('button')];

	useLayoutEffect(() => {
		if (!open) return;
		buttons()
			.find((button) => button.getAttribute('aria-checked') === 'true')
			?.focus();
		return openSheet(close);
	}, [open]);

	function close() {
		setOpen(false);
		buttons()[0]!.focus();
	}

	function onKeyDown(event: { key: string; preventDefault(): void; stopPropagation(): void }) {
		if (!open) return;
		const [, ...rows] = buttons();
		const at = rows.indexOf(document.activeElement as HTMLButtonElement);
		const last = rows.length - 1;
		const next = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at ? at - 1 : last, Home: 0, End: last }[event.key];
		// Goes on from the button.
		if (event.key === 'Tab') return close();
		if (next === undefined && event.key !== 'Escape') return;
		event.preventDefault();
		event.stopPropagation();
		if (next === undefined) close();
		else rows[next]!.focus();
	}

	return (
		<div className="quality" ref={box} onKeyDown={onKeyDown}>
			<button
				className="chip"
				aria-haspopup="menu"
				aria-expanded={open}
				aria-label={name}
				onClick={() => setOpen(!open)}
			>
				{label}
			</button>
			{open ? <div className="menu-backdrop" onClick={close} /> : null}
			{open ? (
				<div className="menu" role="menu" aria-label={heading}>
					<p className="menu-heading" aria-hidden="true">
						{heading}
						{note ? <small>{note()}</small> : null}
					</p>
					{choices.map(({ text, note: meaning, checked, choose }, index) => (
						<button
							key={index}
							role="menuitemradio"
							aria-label={text}
							aria-description={meaning}
							aria-checked={checked}
							tabIndex={-1}
							onClick={() => {
								choose();
								close();
							}}
						>
							{text}
							{meaning ? <small>{meaning}</small> : null}
						</button>
					))}
				</div>
			) : null}
		</div>
	);
}
