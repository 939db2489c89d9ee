import type { Page } from 'playwright-core';

/** Notes what each document of a page shows in short messages, because a busy machine may look too late. */
export const recordToasts = (page: Page) =>
	page.addInitScript(() => {
		const toasts: string[] = ((self as any).toasts = []);
		new MutationObserver(() => {
			const text = document.querySelector('.toast')?.textContent;
			if (text && text !== toasts[toasts.length - 1]) toasts.push(text);
		}).observe(document, { childList: true, subtree: true, characterData: true });
	});

/** Waits until the document has shown a short message with this text, and forgets it. */
export const toastShown = (page: Page, text: string) =>
	page.waitForFunction((text) => {
		const toasts: string[] = (self as any).toasts;
		return toasts.splice(0, toasts.findIndex((toast) => toast.includes(text)) + 1).length;
	}, text);
