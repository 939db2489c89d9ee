import { useEffect } from 'react';
import { LatestMessages } from '../chat/latest-messages.tsx';
import type { ViewProps } from '../page/props.ts';
import { followShortcuts } from '../stage/shortcuts.ts';
import { Dialogs } from './dialogs.tsx';

/** What lies over the page: the latest messages, the open dialog, and shortcuts. */
export function Overlays({ page }: ViewProps) {
	useEffect(() => followShortcuts(document.getElementById('video') as HTMLVideoElement, page), []);
	return (
		<>
			<LatestMessages page={page} />
			<Dialogs page={page} />
		</>
	);
}
