import type { Page } from 'playwright-core';
import { startupDone, type OpenPage, type Site, type VisitOptions } from './site.ts';

/** Forbidden effects of a payload. */
interface Watch {
	/** Requests to anywhere but the origin. */
	foreign: string[];
	/** Dialogs, new windows and navigations. */
	events: string[];
}

/** A visit, and what a payload did during it. */
interface WatchedVisit extends OpenPage {
	watch: Watch;
}

/**
 * Visits the page and records everything by which a payload shows that it ran, sent a request or navigated.
 * Requests outside the origin are aborted.
 */
export async function openWatched(site: Site, query: string, options: VisitOptions): Promise<WatchedVisit> {
	const watch: Watch = { foreign: [], events: [] };
	const opened = await site.visit(query, {
		...options,
		async before(page) {
			await page.addInitScript(() => {
				const ran: string[] = [];
				const hook = (name: string) => () => void ran.push(name);
				for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
					Object.defineProperty(self, name, { value: hook(name) });
				Object.defineProperty(self, 'PWN', { value: hook('PWN') });
				Object.defineProperty(self, 'ran', { value: ran });
			});
			await page.context().route(
				(url) => url.origin !== site.origin.url,
				(route) => {
					watch.foreign.push(route.request().url());
					return route.abort();
				},
			);
			page.on('dialog', (dialog) => {
				watch.events.push(`dialog ${dialog.message()}`);
				dialog.dismiss().catch(() => {});
			});
			page.on('popup', () => watch.events.push('popup'));
			// The first is the visit, the second the head script's, which takes the token out of the address.
			page.on('framenavigated', (frame) => {
				if (!`${site.origin.url}/${query}`.startsWith(frame.url())) watch.events.push(`navigation to ${frame.url()}`);
			});
		},
	});
	return { ...opened, watch };
}

/** Remembers what belongs to the page, for `inspect`. Runs in the page. */
export function remember(): void {
	const ids = ['app', 'video', 'cover', 'config', 'tab-introduction', 'panel-introduction'];
	Object.assign(self, {
		own: {
			elements: ids.map((id) => [id, document.getElementById(id)]),
			globals: [
				'livePage',
				'document',
				'location',
				'history',
				'navigator',
				'parent',
				'top',
				'name',
				'jWeixin',
				'wx',
			].map((name) => [name, (self as any)[name]]),
			scripts: [...document.scripts].filter(({ src }) => !/\/[a-z-]+\.[\da-f]{8}\.js$/.test(src)).length,
			sheets: document.querySelectorAll('body style,body link').length,
			address: location.href,
			width: innerWidth,
			referrer: document.querySelectorAll('meta[name=referrer]').length,
		},
	});
}

/** Finds faults in the page now, a sentence each. Runs in the page after `remember`. */
export function inspect(): string[] {
	const wrong: string[] = [];
	const { own, ran } = self as any;
	for (const name of ran) wrong.push(`${name}() ran`);
	ran.length = 0;
	for (const [id, element] of own.elements)
		if (document.getElementById(id) !== element) wrong.push(`#${id} is another element`);
	for (const [name, value] of own.globals)
		if ((self as any)[name] !== value) wrong.push(`the global ${name} is another thing`);
	if (
		typeof document.getElementById !== 'function' ||
		!(document.body instanceof HTMLBodyElement) ||
		document.forms.length
	)
		wrong.push('the document is clobbered');
	// Scripts of the build come when they are needed.
	const scripts = [...document.scripts].filter(({ src }) => !/\/[a-z-]+\.[\da-f]{8}\.js$/.test(src)).length;
	if (scripts > own.scripts || document.querySelectorAll('body style,body link').length !== own.sheets)
		wrong.push('scripts or styles were added');
	if (location.href !== own.address) wrong.push(`the address is ${location.href}`);
	if (document.querySelectorAll('meta[name=referrer]').length !== own.referrer) wrong.push('a meta element was added');
	for (const element of document.querySelectorAll(
		'iframe,frame,object,embed,applet,form,base,template,dialog,[autoplay],[popover]',
	))
		wrong.push(`there is a ${element.tagName}`);

	const allowed =
		'A AUDIO B BIG BLOCKQUOTE BR CAPTION CENTER CODE DD DEL DETAILS DIV DL DT EM FIGCAPTION FIGURE FONT H1 H2 H3 H4 H5 H6 HR I IMG INS LI MARK OL P PRE RT RUBY S SECTION SMALL SPAN STRIKE STRONG SUB SUMMARY SUP TABLE TBODY TD TFOOT TH THEAD TR U UL VIDEO'.split(
			' ',
		);
	const attributes =
		'align alt colspan controls dir height href id lang open playsinline poster preload rowspan src style title value width target rel loading decoding referrerpolicy'.split(
			' ',
		);
	const rich = document.querySelector('.rich');
	for (const element of rich ? rich.querySelectorAll<HTMLElement>('*') : []) {
		if (!allowed.includes(element.tagName)) wrong.push(`rich text has a ${element.tagName}`);
		for (const { name, value } of element.attributes) {
			// Set by the page, on images that have loaded.
			if (element.matches('img[role=button]') && /^(role|tabindex|aria-label)$/.test(name)) continue;
			// Set by the page, on images that have loaded or failed.
			if (element.className === 'there' && /^(class|hidden)$/.test(name)) continue;
			// The page's note that there is more, and an image that loads a poster.
			if (name === 'class' && /^(list-end|poster)$/.test(value)) continue;
			if (name === 'id' && !value.startsWith('rich:')) wrong.push(`rich text has the id ${value}`);
			// DOMPurify empties `is`, which no engine lets it take away.
			if (!attributes.includes(name) && !(name === 'is' && !value)) wrong.push(`rich text has the attribute ${name}`);
			if (/^(href|src|poster)$/.test(name) && !/^(https?:\/\/|tel:|mailto:|#rich:)/.test(value))
				wrong.push(`rich text has the address ${value}`);
			if (name === 'style' && /[(\\](?<!rgba?\()|position|-\d/.test(value))
				wrong.push(`rich text has the style ${value}`);
		}
		if (element.shadowRoot) wrong.push('rich text has a shadow root');
		if (
			element.tagName === 'A' &&
			/^http/.test(element.getAttribute('href') || '') &&
			(element.getAttribute('rel') !== 'noopener noreferrer' || element.getAttribute('target') !== '_blank')
		)
			wrong.push('a link keeps its opener');
		for (const type of ['click', 'mouseover', 'pointerenter', 'focus', 'input', 'toggle', 'animationstart']) {
			// Neither links nor the images that the page shows large.
			if (type !== 'click' || !element.closest('[href],[role=button]'))
				element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
		}
	}
	// Computed styles are slow in deep nesting: the first 200 elements and the last 50 are enough.
	const styled = [...(rich ? rich.querySelectorAll('*') : [])];
	for (const element of [...styled.slice(0, 200), ...styled.slice(-50)]) {
		const { position, transform, zIndex, animationName, backgroundImage } = getComputedStyle(element);
		if (
			position !== 'static' ||
			transform !== 'none' ||
			zIndex !== 'auto' ||
			animationName !== 'none' ||
			// A table of the page's own may have gradients.
			/url\(/.test(backgroundImage)
		)
			wrong.push(`rich text is styled: ${[position, transform, zIndex, animationName, backgroundImage]}`);
	}

	const panels = document.querySelector('.panels')!.getBoundingClientRect();
	if (innerWidth !== own.width || scrollX || scrollY)
		wrong.push(`the page is ${innerWidth} wide, at ${scrollX}, ${scrollY}`);
	const seen = (element: Element | null, what: string) => {
		if (!element) return;
		const { left, top, width, height } = element.getBoundingClientRect();
		const y = top + Math.min(height / 2, 12);
		if (!width || !height || (y > panels.bottom && element.closest('.introduction'))) return;
		const hit = document.elementFromPoint(left + width / 2, y);
		if (!hit || !(hit === element || element.contains(hit)))
			wrong.push(`${what} is covered by ${hit && `${hit.tagName}.${hit.className}`}`);
	};
	for (const name of ['introduction', 'chat', 'news']) seen(document.getElementById(`tab-${name}`), `tab ${name}`);
	// An organization without a name is not offered to follow.
	if (document.querySelector('.organization-title')?.textContent)
		seen([...document.querySelectorAll('.organization button')].pop()!, 'the follow button');
	seen(document.querySelector('.panel:not([aria-hidden]) .composer textarea'), 'the composer');
	for (const element of document.querySelectorAll('.panel:not([aria-hidden]) .introduction > :not(.rich)'))
		seen(element, `${element.tagName}.${element.className}`);
	for (let y = 5; y < panels.top; y += 25)
		for (let x = 5; x < innerWidth; x += 60)
			if (document.elementFromPoint(x, y)?.closest('.rich,.introduction,.comments,.news'))
				wrong.push(`content covers the page at ${x}, ${y}`);
	return [...new Set(wrong)];
}

/** Waits until the live is shown and startup is done. */
export async function pageLoaded(page: Page): Promise<void> {
	await startupDone(page);
	await page.waitForFunction(() => document.querySelector('.viewers:not([hidden])') && document.querySelector('.rich'));
}
