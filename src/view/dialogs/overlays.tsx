import { LatestMessages } from '../chat/latest-messages.tsx';
import type { ViewProps } from '../page/props.ts';
import { Dialogs } from './dialogs.tsx';

/** What lies over the page: the latest messages, and the open dialog. */
export const Overlays = ({ page }: ViewProps) => (
	<>
		<LatestMessages page={page} />
		<Dialogs page={page} />
	</>
);
