import * as texts from '../../texts.ts';

/** Milliseconds between checks of the link. */
const INTERVAL = 250;
/** Milliseconds until waiting images are offered for a tap. */
const PATIENCE = 10_000;
/** Milliseconds an image may take before the next starts. */
const MAX_LOAD_TIME = 20_000;
/** Milliseconds for which a measurement holds. */
const ROOM_TIME = 30_000;
/** Pixels; smaller images are decoration. */
const MIN_WIDTH = 64;

/** Options of {@link createImageHold}. */
export interface ImageHoldOptions {
	/** Room the broadcast leaves (`player/page/link-use.ts`). */
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
 * Creates a function that holds back an element's images, which would take the link from a broadcast. They load one
 * after another while it plays steadily and there is room, all at once when nothing plays. Without room, or after 10 s,
 * they wait for a tap; one that takes rate from the broadcast is aborted and waits, too.
 */
export function createImageHold({ linkUse, hasRoom, isNear = isNearWindow }: ImageHoldOptions) {
	const held = new Map<HTMLImageElement, string>();
	const buttons = new Map<HTMLImageElement, HTMLElement>();
	let loading: HTMLImageElement | undefined;
	let time = 0;
	let offerAt = 0;
	let loadedAt = 0;
	let roomUntil = 0;
	let timer: ReturnType<typeof setInterval> | undefined;
	let asking = false;
	let refused = false;

	function hold(image: HTMLImageElement): void {
		held.set(image, image.getAttribute('src')!);
		image.removeAttribute('src');
	}

	function load(image: HTMLImageElement): void {
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
		button.onclick = () => {
			load(image);
			image.tabIndex = -1;
			image.focus();
		};
		(image.closest('a') || image).before(button);
		image.hidden = true;
		buttons.set(image, button);
	}

	function look(): void {
		time += INTERVAL;
		const use = linkUse();
		held.forEach((_url, image) => image.isConnected || held.delete(image));
		if (use === 'all') held.forEach((_url, image) => load(image));
		if (loading && use === 'none') {
			hold(loading);
			loading = undefined;
			refused = true;
		}
		if (loading && time - loadedAt >= MAX_LOAD_TIME) loading = undefined;
		if (refused || time >= offerAt) held.forEach((_url, image) => offer(image));
		if (use === 'some' && !refused && !loading) loadNext();
		if (!held.size && !loading) {
			clearInterval(timer);
			timer = undefined;
		}
	}

	function loadNext(): void {
		const next = Array.from(held.keys()).find((image) => isNear(buttons.get(image) || image));
		if (!next || asking) return;
		if (time < roomUntil) {
			loading = next;
			loadedAt = time;
			return load(next);
		}
		asking = true;
		hasRoom().then((room) => {
			asking = false;
			if (room) roomUntil = time + ROOM_TIME;
			else refused = true;
		});
	}

	function onSettled({ target }: Event): void {
		if (target === loading) loading = undefined;
	}

	for (const type of ['load', 'error']) document.addEventListener(type, onSettled, true);
	return (content: HTMLElement): void => {
		offerAt = time + PATIENCE;
		refused = false;
		for (const image of content.querySelectorAll('img')) if (isPending(image)) hold(image);
		timer = timer || setInterval(look, INTERVAL);
	};
}
