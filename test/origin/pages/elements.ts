/** Elements of both pages: a form, a status, a video, a table of numbers. */
import { errorText } from './error-text.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector)!;

export const form = find<HTMLFormElement>('form');
export const video = find<HTMLVideoElement>('video');
const status = find('[role=status]');
const table = find('table');

export const control = <T extends HTMLElement>(name: string) => find<T>(`[name=${name}]`);
export const address = control<HTMLInputElement>('address');
export const stop = control<HTMLButtonElement>('stop');

/** Shows what is going on. */
export const say = (text: string) => (status.textContent = text);

export const sayError = (error: unknown) => say(errorText(error as Error));

/** Shows numbers by their names; one that is not known as a dash. */
export function showNumbers(numbers: Record<string, number | undefined>) {
	const cell = (tag: string, text: string) => Object.assign(document.createElement(tag), { textContent: text });
	const rows = Object.entries(numbers).map(([name, value]) => {
		const row = document.createElement('tr');
		row.append(cell('th', name), cell('td', Number.isFinite(value) ? `${value}` : '–'));
		return row;
	});
	table.replaceChildren(...rows);
}

// The one in the query, else the stream of `?id=7`.
address.value = new URLSearchParams(location.search).get('address') || `artc://${location.host}/live/studio`;
