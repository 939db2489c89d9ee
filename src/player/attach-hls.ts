/** Decides what plays HLS, see `docs/decisions/hls.md`. */
import type { Player } from './core/create-player.ts';
import { isHls } from './core/is-hls.ts';
import { isReplay, isStreaming } from './core/status.ts';

/** Options of {@link attachHls}. */
export interface HlsOptions {
	player: Pick<Player, 'video' | 'element' | 'state' | 'retry'>;
	/** The script is on its way, and nothing can play before. */
	awaitsHls: { value: boolean };
	/** Loads hls.js, which replaces `element.setUrl` (`hls-playback.ts`); `retry` as of `loadScript`. */
	loadHls(attempts: { retry: number }): Promise<unknown>;
}

/**
 * Has hls.js play HLS, which has waited for it, and loads it when it is needed. The engine plays where it is Apple's, where
 * hls.js cannot be loaded, and where media cannot be fed by script.
 */
export function attachHls({ player, awaitsHls, loadHls }: HlsOptions): void {
	const { video, element, state } = player;
	const { setUrl } = element;
	const canPlay = !!video.canPlayType('application/vnd.apple.mpegurl');
	if (canPlay && /^Apple/.test(navigator.vendor)) return;

	let last = '';
	element.setUrl = (url, place) => {
		const isNew = url !== last;
		last = url;
		if (!isHls(url)) return setUrl(url);
		const { generation } = element.connection();
		awaitsHls.value = true;
		// The list is there when hls.js asks for it.
		const preload = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: url };
		if (isNew) document.head.appendChild(Object.assign(document.createElement('link'), preload));
		const begin = (set: typeof setUrl) => {
			awaitsHls.value = false;
			if (url !== last || generation !== element.connection().generation) return;
			// Another address pauses.
			const { paused } = video;
			set(url, place);
			if (!paused) element.play();
		};
		loadHls({ retry: canPlay ? 0 : Infinity }).then(
			() => begin(element.setUrl),
			() => begin(() => (video.src = url)),
		);
	};
	// What has waited, unless the engine shows it, as no script came.
	const { qualities, quality } = state;
	const { address = '' } = qualities[quality] || {};
	if (!video.readyState && isHls(address) && (isStreaming(state) || isReplay(state))) player.retry();
}
