import { effect } from '@preact/signals';
import type { Attempts } from './follow-description.ts';
import type { Page } from './page-model.ts';
import type { HlsPlayback } from '../player/act/hls-playback.ts';

/** Services of {@link followHls}. */
export interface HlsServices {
	/** Whether the player has an HLS URL that the engine cannot play. */
	needsHls(): boolean;
	loadHls(attempts: Attempts): Promise<HlsPlayback>;
	/** Remembers a picked quality by name; '': none. */
	rememberPicked(quality: string): void;
}

/** Loads what plays HLS once it is needed. Returns the cleanup. */
export function followHls(
	{ player, levels, awaitsHls }: Pick<Page, 'player' | 'levels' | 'awaitsHls'>,
	{ needsHls, loadHls, rememberPicked }: HlsServices,
): () => void {
	let requested = false;
	return effect(() => {
		if (requested || !player.reported.value || !needsHls()) return;
		requested = awaitsHls.value = true;
		loadHls({ retry: Infinity }).then((hls) => {
			awaitsHls.value = false;
			hls.setListener((next) => {
				levels.value =
					next &&
					Object.assign({}, next, {
						choose(quality: number) {
							next.choose(quality);
							rememberPicked(quality < 0 ? '' : next.qualities[quality]!.name);
						},
					});
			});
		});
	});
}
