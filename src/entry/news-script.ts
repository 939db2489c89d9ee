/** News script: the panel 相关资讯, loaded when its tab is first shown. */
import { NewsPanel } from '../view/news-panel.tsx';
import type { PageComponent } from '../models/page-model.ts';
import { addCss } from './add-css.ts';

declare const __NEWS_CSS__: string;

const handoff = window.livePage!;

// A late attempt may arrive after the next one.
if (!handoff.newsPanel) {
	handoff.newsPanel = NewsPanel as PageComponent;
	addCss(__NEWS_CSS__);
}
