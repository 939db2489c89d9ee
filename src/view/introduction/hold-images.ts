/** Holds images back while a broadcast or recording plays (`docs/decisions/images-give-way.md`). */
import * as texts from '../../texts.ts';

/** Milliseconds between checks of the link; the longer one once all images are offered. */
const INTERVAL = 250;
const LONG_INTERVAL = 2000;
/** Milliseconds until waiting images are offered for a tap. */
const HOLD_TIME = 10_000;
/** Milliseconds an image may take beside a broadcast, before it is aborted and waits for a tap. */
const MAX_LOAD_TIME = 20_000;
/** Pixels; smaller images are decoration. */
const MIN_WIDTH = 64;

/** Options of {@link createImageHold}. */
export interface ImageHoldOptions {
	/** Room that what plays leaves (`player/link/link-room.ts`). */
	linkUse(): 'all' | 'some' | 'wait' | 'none';
	hasRoom(): Promise<boolean>;
	/** Whether an image is nearly in view; default: within a window's height. */
	isNear?: (image: Element) => boolean;
}

function isNearWindow(image: Element): boolean {
	const { left, top, bottom } = image.getBoundingClientRect();
	return left >= 0 && left < innerWidth && bottom > -innerHeight && top < 2 * innerHeight;
}

/** Whether an image is yet to load, and no decoration. */
const isPending = (image: HTMLImageElement): boolean =>
	image.hasAttribute('src') &&
	!image.naturalWidth &&
	!image.classList.contains('there') &&
	!(Number(image.getAttribute('width') || NaN) < MIN_WIDTH);

/**
 * Creates what holds back an element's images, which would take the link from a broadcast. They load one
 * after another while it plays steadily and there is room, all at once when nothing plays. Without room, or after 10 s,
 * they wait for a tap; one that takes rate from the broadcast, or 20 s, is aborted and waits, too. Posters of videos are
 * held likewise, without a button. Call `wake` when the player's state changes: once all are offered, nothing is timed but
 * what a recording loads ahead.
 */
export function createImageHold({ linkUse, hasRoom, isNear = isNearWindow }: ImageHoldOptions) {
	const held = new Map<HTMLImageElement, string>();
	const buttons = new Map<HTMLImageElement, HTMLElement>();
	/** Not held again, unless they fail. */
	const started = new WeakSet<Element>();
	/** Aborted after a while: they do not load by themselves beside a broadcast. */
	const late = new WeakSet<HTMLImageElement>();
	let loading: HTMLImageElement | undefined;
	let time = 0;
	let offerAt = 0;
	let loadedAt = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let pause = 0;
	let asking = false;
	let refused = false;

	function hold(image: HTMLImageElement): void {
		held.set(image, image.getAttribute('src')!);
		image.removeAttribute('src');
	}

	const placeOf = (image: HTMLImageElement) => buttons.get(image) || image;

	function load(image: HTMLImageElement): void {
		started.add(image);
		const button = buttons.get(image);
		if (button) button.remove();
		buttons.delete(image);
		image.hidden = false;
		image.setAttribute('src', held.get(image)!);
		held.delete(image);
	}

	function offer(image: HTMLImageElement): void {
		if (buttons.has(image)) return;
		const button = document.createElement('button');
		button.className = `held ${image.className}`;
		button.textContent = `${texts.SHOW_IMAGE} ${image.alt}`;
		const width = image.getAttribute('width');
		button.style.width = image.style.width || (width ? `${parseFloat(width)}px` : '');
		button.style.setProperty('float', image.style.getPropertyValue('float'));
		button.onclick = () => {
			load(image);
			image.tabIndex = -1;
			image.focus();
		};
		(image.closest('a') || image).before(button);
		image.hidden = true;
		buttons.set(image, button);
	}

	function look(interval: number): void {
		time += interval;
		const use = linkUse();
		held.forEach((_url, image) => {
			if (!placeOf(image).isConnected) held.delete(image);
			else if (use === 'all') load(image);
		});
		if (loading && (use === 'none' || time - loadedAt >= MAX_LOAD_TIME)) {
			hold(loading);
			if (use === 'none') refused = true;
			else {
				late.add(loading);
				offer(loading);
			}
			loading = undefined;
		}
		const isOffered = refused || time >= offerAt;
		if (isOffered) held.forEach((_url, image) => offer(image));
		if (use === 'some' && !refused && !loading) loadNext();
		timer = undefined;
		if (loading || asking || !isOffered) wake();
		else if (use !== 'some' && !refused) lookIn(LONG_INTERVAL);
	}

	function lookIn(interval: number): void {
		if ((!held.size && !loading) || (timer && interval >= pause)) return;
		clearTimeout(timer);
		pause = interval;
		timer = setTimeout(look, interval, interval);
	}
	const wake = () => lookIn(INTERVAL);

	function loadNext(): void {
		const next = Array.from(held.keys()).find((image) => !late.has(image) && isNear(placeOf(image)));
		if (!next || asking) return;
		asking = true;
		hasRoom().then((room) => {
			asking = false;
			if (!room) refused = true;
			else if (held.has(next) && linkUse() === 'some') {
				loading = next;
				loadedAt = time;
				load(next);
			}
		});
	}

	function onSettled({ target, type }: Event): void {
		if (target === loading) loading = undefined;
		if (type === 'error') started.delete(target as Element);
	}

	for (const type of ['load', 'error']) document.addEventListener(type, onSettled, true);
	const holdImages = (content: HTMLElement): void => {
		if (linkUse() === 'all') return;
		offerAt = time + HOLD_TIME;
		refused = false;
		for (const image of content.querySelectorAll('img')) if (isPending(image) && !started.has(image)) hold(image);
		wake();
	};
	// Another one may come near.
	document.addEventListener('scroll', wake, { capture: true, passive: true });
	return { hold: holdImages, wake };
}
