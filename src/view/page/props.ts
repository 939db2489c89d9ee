import type { Page } from '../../models/page-model.ts';

/** Props of a replay's controls. */
export interface ReplayProps extends ViewProps {
	/** Of its qualities; null for one alone. */
	menu: object | null;
}

/** Props of every component. */
export interface ViewProps {
	page: Page;
}
