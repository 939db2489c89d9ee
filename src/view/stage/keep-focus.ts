/** Milliseconds after which a click may have taken its button away: at once, or with what it begins. */
const FOCUS_DELAYS = [100, 1000, 3000, 8000];

/** Moves the focus off the body where a click has taken its button away: into the stage, else into the panel. */
function moveFocus(button: Element) {
	if (document.activeElement !== document.body || document.contains(button)) return;
	const places = document.querySelectorAll<HTMLElement>('.controls button, .status button, .panel:not([aria-hidden])');
	// Hidden ones take no focus.
	for (const place of places) if (document.activeElement === document.body) place.focus();
}

/**
 * Keeps the focus off the body after clicks.
 *
 * @param clicked the button of the last click before this script
 */
export function keepFocus(clicked?: Element | null): void {
	const follow = (button: Element) => FOCUS_DELAYS.map((delay) => setTimeout(moveFocus, delay, button));
	let timers = clicked ? follow(clicked) : [];
	const onClick = ({ target }: Event) => {
		timers.forEach(clearTimeout);
		const button = (target as Element).closest('button');
		timers = button && button === document.activeElement ? follow(button) : [];
	};
	// Before what a click does.
	document.addEventListener('click', onClick, true);
}
