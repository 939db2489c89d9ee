import type { Icon } from './icon.tsx';
import type { Page } from '../models/page-model.ts';

/** Props of every component. */
export interface ViewProps {
	page: Page;
}

/** Props of the controls over the video; icons come from the bundle, so that none is sent twice. */
export interface ControlsProps extends ViewProps {
	Icon: typeof Icon;
}
