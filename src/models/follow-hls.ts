import type { Page } from './page-model.ts';
import type { HlsPlayback } from '../player/act/hls-playback.ts';

/** Services of {@link followHls}. */
export interface HlsServices {
	/** Whether the player has an HLS URL that the engine cannot play. */
	needsHls(): boolean;
	/** Never rejects. */
	loadHls(): Promise<HlsPlayback>;
	/** Remembers a picked quality by name; '': none. */
	rememberPicked(quality: string): void;
}

/** What {@link followHls} reads and sets. */
export type HlsPage = Pick<Page, 'player' | 'levels' | 'awaitsHls'>;

/** Loads what plays HLS once it is needed. Returns the cleanup. */
export function followHls(
	{ player, levels, awaitsHls }: HlsPage,
	{ needsHls, loadHls, rememberPicked }: HlsServices,
): () => void {
	let requested = false;
	return player.reported.subscribe(() => {
		if (requested || !needsHls()) return;
		requested = awaitsHls.value = true;
		loadHls().then((hls) => {
			awaitsHls.value = false;
			hls.setListener((next) => {
				const choose = (quality: number) => {
					next!.choose(quality);
					rememberPicked(quality < 0 ? '' : next!.qualities[quality]!.name);
				};
				levels.value = next && Object.assign({}, next, { choose });
			});
		});
	});
}
