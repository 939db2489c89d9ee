import type { Page } from 'playwright-core';

/** Screens on which everything fits, in CSS pixels. */
export const SIZES = [
	[320, 568],
	[360, 640],
	[390, 844],
	[430, 932],
	[768, 1024],
	[1024, 768],
	[740, 360],
] as const;

/** Elements that overflow the viewport, are cut off or overlap; a line each. */
export const misfits = (page: Page) =>
	page.evaluate(() => {
		const found: string[] = [];
		const name = (element: Element) =>
			`${element.tagName.toLowerCase()}.${element.className} "${element.textContent!.trim().slice(0, 20)}"`;
		const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
		if (scrollWidth > clientWidth || scrollHeight > clientHeight)
			found.push(`the document scrolls: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`);
		for (const element of document.querySelectorAll<HTMLElement>('body *')) {
			const style = getComputedStyle(element);
			if (
				style.visibility !== 'visible' ||
				style.display === 'none' ||
				element.closest('svg, .visually-hidden, .panel[aria-hidden], [hidden], noscript')
			)
				continue;
			const box = element.getBoundingClientRect();
			if (!box.width || !box.height) continue;
			// The strip of panels reaches beyond the window, with hidden ones.
			const isClipped = getComputedStyle(element.parentElement!).textOverflow === 'ellipsis';
			if (!element.matches('.strip') && !isClipped && (box.left < -1 || box.right > innerWidth + 1))
				found.push(`${name(element)} reaches from ${box.left} to ${box.right}`);
			// Text that its own box cuts off without an ellipsis or a line clamp.
			const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
			const clamps = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
			const scrolls = /auto|scroll/.test(style.overflowY + style.overflowX);
			if (cuts && !clamps && !scrolls && element.textContent!.trim() && !element.matches('.pull, .stage, .panels')) {
				if (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)
					found.push(
						`${name(element)} is cut off: ${element.scrollWidth}x${element.scrollHeight} in ${element.clientWidth}x${element.clientHeight}`,
					);
			}
			// Text that runs out of a box with a background of its own.
			if (element.matches('button, .status, .viewers, .organization, .toast p, .dialog-box')) {
				const range = document.createRange();
				const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
				for (let text = texts.nextNode(); text; text = texts.nextNode()) {
					const parents: Element[] = [];
					for (let parent = text.parentElement!; parent !== element; parent = parent.parentElement!)
						parents.push(parent);
					if (
						text.parentElement!.closest('.visually-hidden') ||
						getComputedStyle(text.parentElement!).textOverflow === 'ellipsis' ||
						parents.some((parent) => getComputedStyle(parent).webkitLineClamp !== 'none')
					)
						continue;
					range.selectNodeContents(text);
					const { left, right, top, bottom } = range.getBoundingClientRect();
					// A space at which a line ends has no box.
					if (right === left) continue;
					if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
						found.push(
							`${name(element)}: its text reaches ${[left - box.left, right - box.right, top - box.top, bottom - box.bottom].map(Math.round)} beyond its box`,
						);
				}
			}
		}
		// Titles of tabs that touch read as one.
		const titles = [...document.querySelectorAll('[role=tab]')].map((tab) => {
			const range = document.createRange();
			range.selectNodeContents(tab);
			return range.getBoundingClientRect();
		});
		for (const [index, title] of titles.entries())
			if (title.width && titles[index + 1] && titles[index + 1]!.left - title.right < 4)
				found.push(`the tab titles ${index} and ${index + 1} touch`);
		// Elements over the video stay within it, and apart.
		const over = ['.organization', '.viewers', '.status:not(.status-none)', '.controls button']
			.flatMap((selector) => [...document.querySelectorAll(selector)])
			.filter((element) => element.getBoundingClientRect().width > 0);
		const stage = document.querySelector('.stage')!.getBoundingClientRect();
		const boxes = over.map((element) => ({ what: name(element), box: element.getBoundingClientRect() }));
		for (const { what, box } of boxes)
			if (box.left < stage.left || box.right > stage.right || box.top < stage.top || box.bottom > stage.bottom)
				found.push(`${what} leaves the stage`);
		for (const [index, a] of boxes.entries())
			for (const b of boxes.slice(index + 1))
				if (
					a.box.left < b.box.right &&
					b.box.left < a.box.right &&
					a.box.top < b.box.bottom &&
					b.box.top < a.box.bottom
				)
					found.push(`${a.what} and ${b.what} overlap`);
		return found;
	});

/** Enlarges text as Android's and WeChat's font size and iOS's text-size-adjust do. */
export const enlargeText = (page: Page, factor = 1.4) =>
	page.evaluate((factor) => {
		for (const element of document.querySelectorAll<HTMLElement>('body *'))
			element.dataset['size'] = element.dataset['size'] || getComputedStyle(element).fontSize;
		for (const element of document.querySelectorAll<HTMLElement>('body *')) {
			element.style.fontSize = `${parseFloat(element.dataset['size']!) * factor}px`;
			const { lineHeight } = getComputedStyle(element);
			if (lineHeight !== 'normal' && parseFloat(lineHeight) < parseFloat(element.style.fontSize))
				element.style.lineHeight = '1.4';
		}
	}, factor);

/** Buttons and fields whose area that takes a tap is smaller than 44 by 44 pixels, another one lying over it included; a line each. */
export const smallTargets = (page: Page) =>
	page.evaluate(() => {
		const found: string[] = [];
		const dialog = document.querySelector('[role=dialog]');
		// Controls that have faded come back.
		document.querySelector('.stage')!.dispatchEvent(new Event('mousemove'));
		for (const target of document.querySelectorAll<HTMLElement>('button, textarea')) {
			const { visibility } = getComputedStyle(target);
			const box = target.getBoundingClientRect();
			if (visibility !== 'visible' || !box.width || (dialog && !dialog.contains(target))) continue;
			const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
			// Below the end of the panel: a person scrolls first.
			const panel = target.closest('.scroller, .panel');
			if (panel && y + 22 > panel.getBoundingClientRect().bottom) continue;
			const hits = (x: number, y: number) => {
				const hit = document.elementFromPoint(x, y);
				return !!hit && (target === hit || target.contains(hit));
			};
			const name = `${target.className || target.id} "${(target.textContent || target.getAttribute('aria-label'))!.trim()}"`;
			if (!hits(x, y)) {
				const { className, textContent } = document.elementFromPoint(x, y) ?? document.documentElement;
				found.push(`${name}: below ${className} "${textContent!.slice(0, 40)}"`);
				continue;
			}
			// The area that takes the tap may reach beyond the box of the button.
			let [up, down, left, right] = [0, 0, 0, 0];
			while (up < 40 && hits(x, y - up - 1)) up++;
			while (down < 40 && hits(x, y + down + 1)) down++;
			while (left < 40 && hits(x - left - 1, y)) left++;
			while (right < 40 && hits(x + right + 1, y)) right++;
			if (up + down + 1 < 43.5 || left + right + 1 < 43.5) found.push(`${name}: ${left + right + 1}x${up + down + 1}`);
		}
		return found;
	});
