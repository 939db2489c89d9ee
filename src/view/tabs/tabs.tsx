import { Component, type ComponentType, type ReactNode, useRef } from 'react';
import type { MoreViews, Page, Tab } from '../../models/page-model.ts';
import { isAnswer } from '../../network/failure.ts';
import * as texts from '../../texts.ts';
import { Introduction } from '../introduction/introduction.tsx';
import { peopleCount } from '../page/format.ts';
import { ListEnd } from '../page/list-end.tsx';
import type { ViewProps } from '../page/props.ts';
import { Skeleton } from '../page/skeleton.tsx';
import { missingText } from '../stage/stage-message.ts';

/**
 * Creates a panel of a later script: a skeleton, or a message if the live or, before the script, the list is missing,
 * or the browser is offline. `listOf` says whether the list is there, and what is wrong with it.
 */
const later = (tab: Tab, name: keyof MoreViews, listOf: (page: Page) => { exists: boolean; error: unknown }) =>
	function LaterPanel({ page }: ViewProps) {
		const shown = useRef(false);
		const { data, error } = page.live.state.value;
		const more = page.more.value;
		const Panel = more && (more[name] as ComponentType<ViewProps>);
		const list = listOf(page);
		const isOffline = page.offline.value && !list.exists && !isAnswer(list.error);
		// A message begun in it would be lost.
		shown.current = shown.current || (!!Panel && !isOffline && page.tab.value === tab);
		const missing = data || !error ? !Panel && list.error : error;
		if (isOffline && !shown.current && (data || !error)) return <p className="empty">{texts.OFFLINE}</p>;
		const update = page.update.value;
		// Calls have a script, too, which then is also gone.
		if (update && !Panel)
			return (
				<p className="empty">
					{texts.UPDATED}
					<button className="link" onClick={update}>
						{texts.CLICK_TO_RELOAD}
					</button>
				</p>
			);
		if (missing) return <p className="empty">{missingText(missing)}</p>;
		return Panel ? <Panel page={page} /> : <Skeleton lines={6} />;
	};

const ChatPanel = later('chat', 'ChatPanel', ({ chat }) => ({
	exists: chat.list.value.finished || chat.list.value.pages.length > 0,
	error: chat.missing.value,
}));
const NewsPanel = later('news', 'NewsPanel', ({ news }) => {
	const { data, error } = news.state.value;
	return { exists: !!data, error: data ? null : error };
});

const VIEWS: Record<Tab, { title: string; Panel: ComponentType<ViewProps> }> = {
	introduction: { title: texts.INTRODUCTION, Panel: Introduction },
	chat: { title: texts.CHAT, Panel: ChatPanel },
	news: { title: texts.NEWS, Panel: NewsPanel },
};

/** Keeps an error in one panel from the tabs: logs it and offers a retry. */
class PanelBoundary extends Component<{ children?: ReactNode }> {
	override state = { failed: false };

	override componentDidCatch(error: unknown) {
		console.error(error);
		this.setState({ failed: true });
	}

	override render() {
		if (!this.state.failed) return this.props.children;
		return <ListEnd loading={false} failed finished={false} retry={() => this.setState({ failed: false })} />;
	}
}

/**
 * Number of messages beside the tab's title, which it is no text of, with a dot for unread ones. Its styles come with the
 * script of the chat.
 */
function ChatCount({ page: { chat, tab, more } }: ViewProps<'chat' | 'tab' | 'more'>) {
	const total = chat.total.value;
	const isUnread = chat.unread.value > 0 && tab.value !== 'chat';
	return more.value && (total || isUnread) ? (
		<small className={isUnread ? 'count dot' : 'count'} data-count={total && peopleCount(total)} aria-hidden="true" />
	) : null;
}

/**
 * The three tabs (spec §2), changed by click, swipe (`swipe.ts`) and keys
 * (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Headed by the live's title unless the introduction shows it. The
 * chat is a tab stop of its own.
 */
export function Tabs({ page }: ViewProps) {
	const { tabs, show } = page;
	const active = page.tab.value;
	const list = useRef<HTMLDivElement>(null);
	const { data } = page.live.state.value;
	const title = data ? data.title : '';

	function onKeyDown(event: { key: string; preventDefault(): void }) {
		const at = tabs.indexOf(active);
		const next = { ArrowLeft: at + 2, ArrowRight: at + 1, Home: 0, End: 2 }[event.key];
		if (next === undefined) return;
		event.preventDefault();
		show(tabs[next % 3]!);
		(list.current!.children[next % 3] as HTMLElement).focus();
	}

	return (
		<main className="tabs">
			{title && active === 'introduction' ? null : <h1 className="visually-hidden">{title || page.appName}</h1>}
			<div className="tab-list" role="tablist" aria-label={texts.TABS} ref={list} onKeyDown={onKeyDown}>
				{tabs.map((name) => (
					<button
						role="tab"
						id={`tab-${name}`}
						aria-controls={`panel-${name}`}
						aria-selected={name === active}
						tabIndex={name === active ? 0 : -1}
						onClick={() => show(name)}
					>
						{VIEWS[name].title}
						{name === 'chat' ? <ChatCount page={page} /> : null}
					</button>
				))}
			</div>
			<div className="panels">
				<div className={`strip strip-${active}`}>
					{tabs.map((name) => {
						const { Panel } = VIEWS[name];
						return (
							<section
								role="tabpanel"
								id={`panel-${name}`}
								aria-labelledby={`tab-${name}`}
								className="panel"
								aria-hidden={name === active ? undefined : 'true'}
								tabIndex={name === active && name !== 'chat' ? 0 : -1}
							>
								{name === active || page.hydrated.value ? (
									<PanelBoundary>
										<Panel page={page} />
									</PanelBoundary>
								) : null}
							</section>
						);
					})}
				</div>
			</div>
		</main>
	);
}
