/**
 * A linkedom window for component tests, with the pieces it lacks. Import it before any component.
 *
 *     it.before.each(() => setup());
 *     it.after.each(reset);
 *     const page = await render(<Tabs … />);
 *     await fire(page.querySelector('[role=tab]')!, 'click');
 */
import { parseHTML } from 'linkedom';
import { options, render as mount, type ComponentChild } from 'preact';
// Before the globals change.
import './native-event.ts';

export interface DomOptions {
	href?: string;
	userAgent?: string;
	maxTouchPoints?: number;
	/** Media queries that match, such as `(prefers-color-scheme: dark)`. */
	media?: string[];
	html?: string;
}

const EMPTY = '<!doctype html><html lang="zh-CN"><head><title></title></head><body></body></html>';

let container: Element | undefined;

/** Puts a fresh window in place of the globals. */
export function setup({
	href = 'https://live.example.com/?id=1',
	userAgent = '',
	maxTouchPoints = 5,
	media = [],
	html = EMPTY,
}: DomOptions = {}): void {
	// A file before this one, in the same process, may have loaded Preact without it, or left effects behind.
	options.requestAnimationFrame = (callback) => void requestAnimationFrame(callback);
	const window = parseHTML(html);
	const { prototype } = window.HTMLElement;
	Object.assign(prototype, {
		play: () => Promise.resolve(),
		pause() {},
		volume: 1,
		load() {},
		canPlayType: () => 'maybe',
		scrollIntoView() {},
		scrollTo() {},
		getBoundingClientRect: () => ({ x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 }),
		focus(this: Element) {
			Object.defineProperty(this.ownerDocument, 'activeElement', { value: this, configurable: true });
			this.dispatchEvent(new window.Event('focus'));
		},
	});
	const stored = new Map<string, string>();
	const storage = {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, String(value)),
		removeItem: (key: string) => void stored.delete(key),
		clear: () => stored.clear(),
	};
	const location = new URL(href);
	const move = (_state: unknown, _title: string, to?: string | URL | null) => {
		if (to !== undefined && to !== null) location.href = new URL(to, location).href;
	};
	const globals: Record<string, unknown> = {
		window: globalThis,
		document: window.document,
		location,
		history: { replaceState: move, pushState: move, back: () => dispatchEvent(new Event('popstate')), state: null },
		// One that plays HLS itself.
		navigator: { userAgent, vendor: 'Apple Computer, Inc.', maxTouchPoints, onLine: true, language: 'zh-CN' },
		// Old engines have none, and a test that sets one leaves it.
		visualViewport: undefined,
		sessionStorage: storage,
		localStorage: storage,
		matchMedia: (query: string) => ({
			matches: media.includes(query),
			media: query,
			addEventListener() {},
			removeEventListener() {},
			addListener() {},
			removeListener() {},
		}),
		requestAnimationFrame: (step: (now: number) => void) => setTimeout(() => step(performance.now()), 0),
		cancelAnimationFrame: (id: number) => clearTimeout(id),
		scrollTo() {},
		innerWidth: 390,
		innerHeight: 844,
		isSecureContext: true,
	};
	const classes =
		'Node Element HTMLElement SVGElement Text DocumentFragment Event CustomEvent MutationObserver DOMParser';
	for (const name of classes.split(' ')) globals[name] = window[name as 'Node'];
	for (const [name, value] of Object.entries(globals))
		Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
	// Node's global object is no event target; the page listens on window for online, pagehide and the like.
	const target = new window.EventTarget();
	for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
		Object.defineProperty(globalThis, name, { value: target[name].bind(target), configurable: true, writable: true });
}

/** Unmounts what `render` mounted, and waits for the effects to be cleaned up: Preact 11 does that a frame later. */
export async function reset(): Promise<void> {
	if (!container) return;
	mount(null, container);
	container.remove();
	container = undefined;
	await settle();
}

/** Mounts under `<body>` and waits for the effects. A second call renders into the same place. */
export async function render(node: ComponentChild): Promise<Element> {
	if (!container) {
		container = document.createElement('div');
		document.body.append(container);
	}
	mount(node, container);
	await settle();
	return container;
}

/** Dispatches an event with the given fields (`clientX`, `key`, `touches` …) and waits for what it causes. Answers `false` when prevented. */
export async function fire(target: EventTarget, type: string, fields: object = {}): Promise<boolean> {
	const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), fields);
	const allowed = target.dispatchEvent(event);
	await settle();
	return allowed;
}

/** Waits until promises, renders and effects that are due have run. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A `<video>` with the properties that linkedom lacks. It plays nothing; tests set what it reports. */
export interface FakeVideo extends HTMLVideoElement {
	paused: boolean;
	ended: boolean;
	error: MediaError | null;
	/** Whether frames are shown: the clock of the video follows the clock then. */
	moves: boolean;
	/** Frames counted so far; 0 where they are not counted. */
	frames: number;
	/** Number of calls of `play`, and the result of each. */
	playCalls: number;
	playResult: () => Promise<void> | undefined;
	/** Dispatches an event. */
	fire(type: string): void;
}

/** Seconds that are buffered, as `TimeRanges`. */
export const timeRanges = (...list: [from: number, to: number][]) => ({
	length: list.length,
	start: (index: number) => list[index]![0],
	end: (index: number) => list[index]![1],
});

export function fakeVideo(): FakeVideo {
	const video = document.createElement('video') as unknown as FakeVideo;
	document.createElement('div').append(video);
	let position: number | undefined;
	let shown = 0;
	const fields: Partial<FakeVideo> = {
		paused: false,
		muted: false,
		ended: false,
		error: null,
		srcObject: null,
		moves: true,
		frames: 0,
		playCalls: 0,
		playResult: () => Promise.resolve(),
		play: () => {
			video.playCalls++;
			return video.playResult()!;
		},
		fire: (type) => void video.dispatchEvent(new Event(type)),
		getVideoPlaybackQuality: () => ({ totalVideoFrames: video.frames }) as VideoPlaybackQuality,
	};
	Object.assign(video, fields);
	return Object.defineProperties(video, {
		src: { get: () => video.getAttribute('src') || '', set: (url: string) => video.setAttribute('src', url) },
		poster: { get: () => video.getAttribute('poster') || '', set: (url: string) => video.setAttribute('poster', url) },
		currentTime: {
			configurable: true,
			get: () => position ?? (video.moves ? (shown = Date.now() / 1000) : shown),
			set: (seconds: number) => (position = seconds),
		},
	});
}

setup();
// For the files that are run after this one in its process.
(globalThis as { setupDom?: () => void }).setupDom = setup;
