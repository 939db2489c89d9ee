import type { Icon } from './icon.tsx';
import type { Page } from '../../models/page-model.ts';

/** Props of every component. */
export interface ViewProps {
	page: Page;
}

/** Props of the controls, with the bundle's icons. */
export interface ControlsProps extends ViewProps {
	Icon: typeof Icon;
}
