import { momentsIn } from '../page/moments.ts';

/** A time of a timetable: from six o'clock on, to five minutes. Chapters begin earlier, and have odd seconds. */
const OF_DAY = /^(0?[6-9]|1\d|2[0-3])[:：][0-5][05]$/;

/** Makes the times in a text places to go to (class `moment`), but in links, buttons and a timetable. */
export function linkMoments(root: Element, length: number): void {
	const times = root.textContent!.match(/\d+[:：]\d+/g) || [];
	if (times.length > 1 && times.every((time) => OF_DAY.test(time))) return;
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
