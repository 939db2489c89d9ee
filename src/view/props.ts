import type { Page } from '../models/page.ts';

/** What every component receives: the page's models. */
export interface ViewProps {
	page: Page;
}
