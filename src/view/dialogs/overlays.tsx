import { LatestMessages } from '../chat/latest-messages.tsx';
import type { ReadGuide } from '../../safe/guide.ts';
import { Snapshot } from '../guide/snapshot.tsx';
import type { ViewProps } from '../page/props.ts';
import { useMediaSession } from './use-media-session.ts';
import { Dialogs } from './dialogs.tsx';

/** The layers over the page: the latest picture and messages, and the open dialog; and the text of the lock screen. */
export const createOverlays = (read: ReadGuide) =>
	function Overlays({ page }: ViewProps) {
		useMediaSession(page);
		return (
			<>
				<Snapshot page={page} read={read} />
				<LatestMessages page={page} />
				<Dialogs page={page} />
			</>
		);
	};
