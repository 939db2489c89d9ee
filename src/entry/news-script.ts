/** The news script: the panel 相关资讯. A visit loads it when the tab is first shown, together with the news. */
import { NewsPanel } from '../view/news-panel.tsx';
import type { PageComponent } from '../models/page-model.ts';
import { addCss } from './add-css.ts';

declare const __NEWS_CSS__: string;

const handoff = window.livePage!;

// An attempt to load the script that took too long may arrive after the next one.
if (!handoff.newsPanel) {
	handoff.newsPanel = NewsPanel as PageComponent;
	addCss(__NEWS_CSS__);
}
