import { useRef } from 'react';
import type { Tab } from '../models/page-model.ts';
import * as texts from '../texts.ts';
import { ChatPanel } from './chat-panel.tsx';
import { Introduction } from './introduction.tsx';
import { NewsPanel } from './news-panel.tsx';
import type { ViewProps } from './props.ts';

/** Titles of the tabs in their order (spec §2). */
const TITLES = [texts.INTRODUCTION, texts.CHAT, texts.NEWS];
/** What each tab shows, in the order of the titles. */
const PANELS = [Introduction, ChatPanel, NewsPanel];

/**
 * The three tabs (spec §2). Arrow keys, Home and End select another one, as in
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/, and so does a horizontal swipe on the panels (`swipe.ts`).
 */
export function Tabs({ page }: ViewProps) {
	const active = page.tab.value;
	const list = useRef<HTMLDivElement>(null);

	function onKeyDown(event: { key: string; preventDefault(): void }) {
		const next = { ArrowLeft: (active + 2) % 3, ArrowRight: (active + 1) % 3, Home: 0, End: 2 }[event.key];
		if (next === undefined) return;
		event.preventDefault();
		page.show(next as Tab);
		(list.current!.children[next] as HTMLElement).focus();
	}

	return (
		<main className="tabs">
			<h1 className="visually-hidden">{page.appName}</h1>
			<div className="tab-list" role="tablist" aria-label={texts.TABS} ref={list} onKeyDown={onKeyDown}>
				{TITLES.map((title, index) => (
					<button
						role="tab"
						id={`tab-${index}`}
						aria-controls={`panel-${index}`}
						aria-selected={index === active}
						tabIndex={index === active ? 0 : -1}
						onClick={() => page.show(index as Tab)}
					>
						{title}
					</button>
				))}
			</div>
			<div className="panels">
				<div className={`strip strip-${active}`}>
					{PANELS.map((Panel, index) => (
						<section
							role="tabpanel"
							id={`panel-${index}`}
							aria-labelledby={`tab-${index}`}
							className="panel"
							aria-hidden={index === active ? undefined : 'true'}
							tabIndex={index === active ? 0 : -1}
						>
							{index === active || page.hydrated.value ? <Panel page={page} /> : null}
						</section>
					))}
				</div>
			</div>
		</main>
	);
}
