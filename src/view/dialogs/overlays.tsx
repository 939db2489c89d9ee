import { LatestMessages } from '../chat/latest-messages.tsx';
import { Snapshot } from '../guide/snapshot.tsx';
import type { ViewProps } from '../page/props.ts';
import { Dialogs } from './dialogs.tsx';

/** What lies over the page: the latest picture and messages, and the open dialog. */
export const Overlays = ({ page }: ViewProps) => (
	<>
		<Snapshot page={page} />
		<LatestMessages page={page} />
		<Dialogs page={page} />
	</>
);
