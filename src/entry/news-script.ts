/** News script, loaded when the tab 相关资讯 is first shown. */
import { NewsPanel } from '../view/news-panel.tsx';
import type { PageComponent } from '../models/page-model.ts';
import { addCss } from './add-css.ts';

declare const __NEWS_CSS__: string;

const handoff = window.livePage!;

// A timed-out attempt may still arrive.
if (!handoff.newsPanel) {
	handoff.newsPanel = NewsPanel as PageComponent;
	addCss(__NEWS_CSS__);
}
