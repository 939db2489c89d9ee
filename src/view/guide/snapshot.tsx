import { useEffect } from 'react';
import type { ReadGuide } from '../../safe/guide.ts';
import type { ViewProps } from '../page/props.ts';

/** Milliseconds between two pictures at least. */
const INTERVAL = 10_000;
/** kbit/s of the link that pictures take at most. */
const MAX_RATE = 8;
/** Bytes, where the host does not tell. */
const USUAL_SIZE = 30_000;
/** CSS pixels: text of a slide can be read, and 25 kB are not exceeded by most. */
const WIDTH = 240;

/** Bytes that came for an image; 0: unknown. */
function sizeOf(url: string): number {
	const [entry] = performance.getEntriesByName(url) as PerformanceResourceTiming[];
	return (entry && entry.encodedBodySize) || 0;
}

/** Where a broadcast has fallen to sound alone: its latest picture in place of the cover, which the server overwrites. */
export function Snapshot({ page, read }: ViewProps<'live' | 'player' | 'imageUrl' | 'saveData'> & { read: ReadGuide }) {
	const { status, qualities = [], quality, picked } = page.player.state.value;
	const { data } = page.live.state.value;
	const playing = qualities[quality];
	const isFallen = status === 'playing' && !!playing && playing.audioOnly && !picked;
	const url = isFallen && !page.saveData ? read(data).snapshot : '';

	useEffect(() => {
		if (!url) return;
		const cover = document.getElementById('cover') as HTMLImageElement;
		const base = page.imageUrl(url, WIDTH);
		let image: HTMLImageElement | undefined;
		let timer: ReturnType<typeof setTimeout>;
		const loadAfter = (bytes: number) => (timer = setTimeout(load, Math.max(INTERVAL, (bytes * 8) / MAX_RATE)));
		function load() {
			if (document.hidden) return loadAfter(0);
			const next = `${base}${/\?/.test(base) ? '&' : '?'}_=${Date.now()}`;
			image = new Image();
			image.onload = () => {
				cover.hidden = false;
				cover.src = next;
				loadAfter(sizeOf(next) || USUAL_SIZE);
			};
			image.onerror = () => loadAfter(USUAL_SIZE);
			image.src = next;
		}
		load();
		return () => {
			clearTimeout(timer);
			if (image) image.onload = image.onerror = null;
		};
	}, [url]);
	return null;
}
