import { onImageSettled } from './image-settled.ts';

/** Handles the events of all descriptions. */
export function handleDescriptionEvents(): void {
	for (const type of ['load', 'error'])
		document.addEventListener(
			type,
			(event) => {
				if ((event.target as Element).matches('.rich *')) onImageSettled(event);
			},
			true,
		);
}
