/** News script, loaded when the tab 相关资讯 is first shown. */
import { createNewsPanel } from '../view/news/news-panel.tsx';
import type { PageComponent } from '../models/page-model.ts';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __NEWS_CSS__: string;

const handoff = window.livePage!;

if (!hasRun(handoff, 'newsPanel')) {
	handoff.newsPanel = createNewsPanel((list) => handoff.deferred && handoff.deferred.holdImages(list)) as PageComponent;
	addCss(__NEWS_CSS__);
}
