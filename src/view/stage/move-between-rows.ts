/**
 * Moves the focus by arrow keys between the chat's buttons, from the first in view: the list is a single tab stop.
 * Without buttons arrow keys scroll.
 */
export function moveBetweenRows(event: { key: string; preventDefault(): void }, list: Element): void {
	const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
	if (!step) return;
	const buttons = Array.from(list.querySelectorAll<HTMLElement>('li button'));
	const at = buttons.indexOf(document.activeElement as HTMLElement);
	const { top } = list.getBoundingClientRect();
	const next = buttons[at < 0 ? buttons.findIndex((button) => button.getBoundingClientRect().top >= top) : at + step];
	if (!next) return;
	event.preventDefault();
	next.focus();
}
