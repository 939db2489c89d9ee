import type { Page } from '../../models/page-model.ts';

/** Props of every component. */
export interface ViewProps {
	page: Page;
}
