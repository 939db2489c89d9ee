/**
 * Keeps the focus off the body: what a tap beside, or a button that goes, would leave there returns to what had it, else
 * to the panel or stage that it was in. A field does not get it back, as a phone would show its keyboard.
 *
 * @param clicked the button of the last click before this script
 */
export function keepFocus(clicked?: HTMLElement | null): void {
	const { body } = document;
	const stage = document.querySelector<HTMLElement>('.stage')!;
	// Takes it from taps on the picture. Shortcuts go on.
	stage.tabIndex = -1;
	let last = clicked;
	let wasInPanel = false;

	function restore() {
		if (!last || document.activeElement !== body) return;
		const panel = wasInPanel && document.querySelector<HTMLElement>('.panel:not([aria-hidden])');
		// Elements that are gone or hidden take none.
		for (const next of [!last.matches('textarea') && last, panel, stage])
			if (next && document.activeElement === body) next.focus({ preventScroll: true });
	}
	document.addEventListener('focusin', ({ target }) => {
		last = target as HTMLElement;
		wasInPanel = !!last.closest('.panel');
	});
	// It may lead out of the page, as to what is around its frame (https://www.w3.org/TR/WCAG21/#no-keyboard-trap).
	document.addEventListener('keydown', ({ key }) => {
		if (key === 'Tab') last = null;
	});
	document.addEventListener('focusout', () => setTimeout(restore));
	document.addEventListener('click', () => {
		last = last || stage;
		setTimeout(restore);
	});
	// Engines tell nothing of a focus that is lost by removal.
	new MutationObserver(() => setTimeout(restore)).observe(body, { childList: true, subtree: true });
	restore();
}
