import { useEffect, useState } from 'react';
import type { PlayerStatus } from '../../models/player-model.ts';

/** Whether the video has a frame of what it plays, a recording also between two addresses; true before hydration. */
export function useFirstFrame(status: PlayerStatus): boolean {
	const [hasFrame, setHasFrame] = useState(true);
	useEffect(() => {
		const video = document.getElementById('video') as HTMLVideoElement;
		const isReplay = status === 'replay';
		let hasShown = false;
		const update = () => {
			// A recording may be sound alone.
			hasShown = isReplay ? hasShown || video.readyState > 1 : video.videoWidth !== 0;
			setHasFrame(hasShown);
		};
		// A seek to where one was may come in between.
		const types = ['loadedmetadata', 'loadeddata', 'canplay', 'resize', 'emptied'];
		for (const type of types) video.addEventListener(type, update);
		update();
		return () => types.forEach((type) => video.removeEventListener(type, update));
	}, [status]);
	return hasFrame;
}
