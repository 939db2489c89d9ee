import { useLayoutEffect, useRef, useState } from 'react';
import type { PlayerView } from '../../models/player-model.ts';
import * as texts from '../../texts.ts';
import { closeOnBack } from '../page/close-on-back.ts';

/** The playing quality, with a menu of all. */
export function QualityMenu({
	state: { qualities, quality, picked, failedQualities = [] },
	choose,
	metered,
}: {
	state: Pick<PlayerView, 'qualities' | 'quality' | 'picked' | 'failedQualities'>;
	/** By index; -1: automatically. */
	choose: (quality: number) => void;
	/** Show costs. */
	metered: boolean;
}) {
	const [open, setOpen] = useState(false);
	const box = useRef<HTMLDivElement>(null);
	const buttons = () => [...box.current!.querySelectorAll('button')];

	useLayoutEffect(() => {
		if (!open) return;
		buttons()
			.find((button) => button.getAttribute('aria-checked') === 'true')
			?.focus();
		return closeOnBack(close);
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
		if (event.key === 'Tab') return setOpen(false);
		if (next === undefined && event.key !== 'Escape') return;
		event.preventDefault();
		event.stopPropagation();
		if (next === undefined) close();
		else rows[next]!.focus();
	}

	const name = qualities[quality]!.name;
	const label = picked || texts.automatic(name);
	const row = (index: number, name: string, kbps = 0) => (
		<button
			key={index}
			role="menuitemradio"
			aria-checked={index < 0 ? !picked : picked === name}
			tabIndex={-1}
			onClick={() => {
				choose(index);
				close();
			}}
		>
			{name}
			{metered && kbps ? <small>{texts.dataCost(kbps)}</small> : null}
		</button>
	);
	return (
		<div className="quality" ref={box} onKeyDown={onKeyDown}>
			<button
				className="chip"
				aria-haspopup="menu"
				aria-expanded={open}
				aria-live="polite"
				aria-label={texts.qualityIs(label)}
				onClick={() => setOpen(!open)}
			>
				{label}
			</button>
			{open ? <div className="menu-backdrop" onClick={close} /> : null}
			{open ? (
				<div className="menu" role="menu" aria-label={texts.QUALITY}>
					{row(-1, texts.AUTOMATIC)}
					{qualities.map(({ name, kbps }, index) => (failedQualities.includes(name) ? null : row(index, name, kbps)))}
				</div>
			) : null}
		</div>
	);
}
