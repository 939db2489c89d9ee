import { momentsIn } from '../page/moments.ts';

/** Makes the times in a text places to go to (class `moment`), but in links and buttons. */
export function linkMoments(root: Element, length: number): void {
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	const found: Text[] = [];
	while (walker.nextNode()) {
		const node = walker.currentNode as Text;
		if (/\d[:：]\d/.test(node.data) && !node.parentElement!.closest('a, button')) found.push(node);
	}
	for (const node of found) {
		const parts = momentsIn(node.data, length);
		if (!parts.some((part) => typeof part !== 'string')) continue;
		const fragment = document.createDocumentFragment();
		for (const part of parts) {
			if (typeof part === 'string') fragment.append(part);
			else {
				const button = Object.assign(document.createElement('button'), { className: 'moment', textContent: part.text });
				button.dataset.seconds = `${part.seconds}`;
				fragment.append(button);
			}
		}
		node.replaceWith(fragment);
	}
}
