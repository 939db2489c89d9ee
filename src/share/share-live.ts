import { blocksApps, type Environment } from '../visit/environment.ts';
import { atMoment } from '../visit/moment.ts';
import * as texts from '../texts.ts';
import type { ShareData } from './share-card.ts';

interface ShareLiveOptions {
	environment: Environment;
	data: ShareData;
	/** Seconds at which the replay begins; 0: the start. */
	from: number;
	copy: (text: string) => Promise<void>;
	showToast: (message: string) => void;
}

/** Shares a live: by the app's menu (a hint), else the system's sheet, else a copied link. */
export async function shareLive({
	environment,
	data: { title, desc, link: whole },
	from,
	copy,
	showToast,
}: ShareLiveOptions): Promise<void> {
	if (blocksApps(environment)) return showToast(texts.SHARE_BY_MENU);
	const link = atMoment(whole, from);
	try {
		await navigator.share({ title, text: desc, url: link });
	} catch (error) {
		if ((error as Error).name !== 'AbortError') await copy(link);
	}
}
