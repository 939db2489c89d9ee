/**
 * Renders components in linkedom, with the page's real models and calls that the test settles.
 *
 *     it.before.each(() => setup());
 *     it.after.each(reset);
 *     const { page, view, comments } = await renderView(ChatPanel);
 *     page.show('chat');
 *     await comments[0]!.resolve([…]);
 *     await fire(button(view, '点击重试'), 'click');
 */
import { fire, render, reset, settle, setup as setupDom, type DomOptions } from './dom.ts';
import { fakeCall } from './fake-call.ts';
import { mock } from 'node:test';
import type { ComponentType } from 'react';
import type { Comment } from '../../src/api/comments.ts';
import type { NewsItem } from '../../src/api/news.ts';
import { chatRules } from '../../src/models/chat-rules.ts';
import { type Actions, createPage, type PageComponent, type PageServices } from '../../src/models/page-model.ts';
import type { ViewProps } from '../../src/view/page/props.ts';
import { createStageControls } from '../../src/view/stage/stage-controls.tsx';

export { fire, render, reset, settle };

const startTimer = globalThis.setTimeout;
/** Timers of the page that outlast a test, such as that of a toast, do not keep the process alive. */
globalThis.setTimeout = ((callback: () => void, delay = 0) => {
	const timer = startTimer(callback, delay);
	return delay > 1000 ? timer.unref() : timer;
}) as typeof setTimeout;

// The models report refused calls there.
mock.method(console, 'warn', () => {});

/** `setup()` of dom.ts, with what components need of elements. */
export function setup(options?: DomOptions): void {
	setupDom(options);
	// A page of a list fills its scroller; where things are is tested in a browser.
	const heights: Record<string, (this: HTMLElement) => number> = {
		clientHeight: () => 500,
		scrollHeight() {
			return this.querySelectorAll('li').length * 50;
		},
	};
	for (const [name, get] of Object.entries(heights))
		Object.defineProperty(HTMLElement.prototype, name, { get, configurable: true });
	const { setAttribute, removeAttribute, addEventListener, removeEventListener } = HTMLElement.prototype;
	const bound = new WeakMap<EventListener, EventListener>();
	Object.assign(HTMLElement.prototype, {
		scrollTop: 0,
		// HTML lower-cases the names of attributes; linkedom keeps `maxLength` as Preact sets it.
		setAttribute(this: HTMLElement, name: string, value: string) {
			setAttribute.call(this, name.toLowerCase(), value);
		},
		removeAttribute(this: HTMLElement, name: string) {
			removeAttribute.call(this, name.toLowerCase());
		},
		// HACK(linkedom 0.18.12): a listener's `this` is the event's target where it bubbles to, instead of currentTarget.
		// Source: linkedom/esm/interface/event-target.js. Remove when `dispatch` there passes currentTarget.
		addEventListener(this: HTMLElement, type: string, listener: EventListener, options?: boolean) {
			const own: EventListener = bound.get(listener) ?? ((event) => listener.call(event.currentTarget, event));
			bound.set(listener, own);
			addEventListener.call(this, type, own, options);
		},
		removeEventListener(this: HTMLElement, type: string, listener: EventListener, options?: boolean) {
			removeEventListener.call(this, type, bound.get(listener) ?? listener, options);
		},
	});
	Object.defineProperty(globalThis, 'CSS', { value: { supports: () => true }, configurable: true, writable: true });
}

interface TestPageOptions extends Partial<PageServices> {
	/** Token and user id are known; default false. */
	member?: boolean;
}

const ACTIONS = 'retry unmute pause play watchReplay openApp login openNews copy copyAddress back enlarge share'.split(
	' ',
);

/** The models of a page whose calls the test settles. */
function createTestPage({ member = false, ...services }: TestPageOptions) {
	const [comments, send, remove, total, news] = [
		fakeCall<Comment[]>(settle),
		fakeCall<void>(settle),
		fakeCall<void>(settle),
		fakeCall<number>(settle),
		fakeCall<NewsItem[]>(settle),
	];
	/** Names of the actions taken, in order. */
	const actions: string[] = [];
	const act = (name: string) => () => void actions.push(name);
	const page = createPage({
		chat: {
			userId: member ? '42' : '',
			fetchPage: comments.call,
			sendMessage: send.call,
			deleteComment: remove.call,
			loadRules: async () => chatRules,
			fetchTotal: total.call,
		},
		news: news.call,
		moderator: false,
		footer: false,
		promoted: false,
		hidePromotion: () => {},
		saveData: false,
		maxLength: 500,
		phrases: ['👏', '加油！'],
		appName: '校园直播',
		appSlogan: '',
		promotionCloses: true,
		newsUrl: () => '',
		newsInApp: false,
		links: [],
		imageUrl: (url, width) => `${url}?w=${width}`,
		metered: false,
		rememberShape: () => {},
		hasPicture: () => false,
		actions: Object.assign(Object.fromEntries(ACTIONS.map((name) => [name, act(name)])) as unknown as Actions, {
			choose: (quality: number) => void actions.push(`choose ${quality}`),
		}),
		...services,
	});
	page.member.value = member;
	page.controls.value = createStageControls(() => 38_400_000) as PageComponent;
	return {
		page,
		actions,
		comments: comments.calls,
		send: send.calls,
		remove: remove.calls,
		total: total.calls,
		news: news.calls,
	};
}

/** Renders a component with the models of a new page. Answers with the models, the calls and the element it is in. */
export async function renderView(View: ComponentType<ViewProps>, options: TestPageOptions = {}) {
	const fixture = createTestPage(options);
	return { ...fixture, view: await render(<View page={fixture.page} />) };
}

/** Texts of the elements that a selector finds, in order. */
export const texts = (view: ParentNode, selector: string) =>
	[...view.querySelectorAll(selector)].map((element) => element.textContent);

/** The button with a text; throws when there is none. */
export function button(view: ParentNode, text: string): HTMLButtonElement {
	const found = [...view.querySelectorAll('button')].find((one) => one.textContent === text);
	if (!found) throw new Error(`no button 「${text}」 among 「${texts(view, 'button').join('」「')}」`);
	return found;
}

/** Comments with falling ids, as the server lists them: `commentList(60, 41)` is a page of 20. */
export const commentList = (from: number, to: number): Comment[] =>
	Array.from({ length: from - to + 1 }, (_, index) => ({
		id: `${from - index}`,
		nickname: `用户${from - index}`,
		content: `第${from - index}条`,
	}));
