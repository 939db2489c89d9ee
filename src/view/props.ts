import type { Icon } from './icon.tsx';
import type { Page } from '../models/page-model.ts';

/** What every component receives: the page's models. */
export interface ViewProps {
	page: Page;
}

/** What the controls over the video get of the bundle: its icons, so that none is sent twice. */
export interface ControlsProps extends ViewProps {
	Icon: typeof Icon;
}
