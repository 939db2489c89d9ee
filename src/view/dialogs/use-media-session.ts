import { useEffect } from 'react';
import type { Page } from '../../models/page-model.ts';
import { hasBegun } from '../../player/core/status.ts';

/** CSS pixels of the cover on a lock screen. */
const ARTWORK_WIDTH = 256;

/**
 * Lets the lock screen name and control a broadcast of sound alone, or in the background. Not while its video is seen,
 * as the browser would load the cover.
 */
export function useMediaSession({
	live,
	player,
	actions,
	imageUrl,
}: Pick<Page, 'live' | 'player' | 'actions' | 'imageUrl'>): void {
	const { status, qualities = [], quality } = player.state.value;
	const playing = qualities[quality];
	const audioOnly = !!playing && playing.audioOnly;
	const { title = '', organizationTitle = '', poster = '' } = live.state.value.data || {};
	/** The browser itself handles it. */
	const isReplay = status === 'replay';
	const isControlled = !!title && (hasBegun(status) || (isReplay && audioOnly));

	useEffect(() => {
		const { mediaSession } = navigator as Partial<Navigator>;
		if (!mediaSession || !isControlled) return;
		const update = () => {
			const isAlone = audioOnly || document.hidden;
			const artwork = poster ? [{ src: imageUrl(poster, ARTWORK_WIDTH) }] : [];
			mediaSession.metadata = isAlone ? new MediaMetadata({ title, artist: organizationTitle, artwork }) : null;
			setHandler('play', isAlone && !isReplay ? actions.play : null);
			setHandler('pause', isAlone && !isReplay ? actions.pause : null);
		};
		const setHandler: MediaSession['setActionHandler'] = (action, handler) => {
			try {
				mediaSession.setActionHandler(action, handler);
			} catch {
				// Unknown to this engine.
			}
		};
		update();
		document.addEventListener('visibilitychange', update);
		return () => {
			document.removeEventListener('visibilitychange', update);
			mediaSession.metadata = null;
			setHandler('play', null);
			setHandler('pause', null);
		};
	}, [title, organizationTitle, poster, isControlled, isReplay, audioOnly]);

	useEffect(() => {
		const { mediaSession } = navigator as Partial<Navigator>;
		if (!mediaSession) return;
		const isDeclared = isControlled && !isReplay;
		mediaSession.playbackState = !isDeclared ? 'none' : status === 'paused' ? 'paused' : 'playing';
	}, [isControlled, isReplay, status]);
}
