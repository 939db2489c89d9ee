import { useEffect, useState } from 'react';
import type { PlayerStatus } from '../../models/player-model.ts';

/** Whether the video has a frame of what it plays; true before hydration. */
export function useFirstFrame(status: PlayerStatus): boolean {
	const [hasFrame, setHasFrame] = useState(true);
	useEffect(() => {
		const video = document.getElementById('video') as HTMLVideoElement;
		const update = () => setHasFrame(video.videoWidth !== 0);
		const types = ['loadedmetadata', 'resize', 'emptied'];
		for (const type of types) video.addEventListener(type, update);
		update();
		return () => types.forEach((type) => video.removeEventListener(type, update));
	}, [status]);
	return hasFrame;
}
