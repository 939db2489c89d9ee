import { effect } from '@preact/signals';
import type { Api } from '../api/api.ts';
import type { Live } from '../api/live.ts';
import type { AppMethod, OpenTarget } from '../native/open-app.ts';
import type { Player } from '../player/create-player.ts';
import * as texts from '../texts.ts';
import type { Attempts } from './follow-description.ts';
import type { followLive } from './follow-live.ts';
import type { Notice } from './notice.ts';
import type { Page, PageComponent } from './page-model.ts';

/** Exports of the deferred script (`entry/deferred.ts`). */
export interface Deferred {
	/**
	 * Starts what needs no click: controls over the video, saving images, the service worker, reports, the share card
	 * in WeChat and QQ (spec §2; never rejects, spec §8). Returns a function that stops it.
	 */
	start(page: Page, call: Api['call']): () => void;
	followLive: typeof followLive;
	/** Opens the native app or, inside it, calls a method; shows the outcome. */
	openApp(method: AppMethod, target: OpenTarget, notice: Notice): Promise<void>;
	/** Copies to the clipboard and shows the outcome. */
	copy(text: string, notice: Notice): Promise<void>;
	/** Shares a live on a click, or shows how to. */
	share(live: Live, notice: Notice): Promise<void>;
}

/** Exports of the on-demand script (`entry/on-demand.ts`). */
export interface OnDemand {
	Dialogs: PageComponent;
	/** Shows an image of the description enlarged. */
	enlarge(image: HTMLImageElement, notice: Notice): void;
	/** Plays a broadcast by HLS where possible. */
	playHls(player: Pick<Player, 'state' | 'show'>): void;
	/** Error code of this browser by the table of spec §5; 0 if supported. */
	checkSupport(): number;
}

/** Loaders of scripts; reject after `retry` repeats. */
export interface ScriptServices {
	loadDeferred(attempts: Attempts): Promise<Deferred>;
	loadOnDemand(attempts: Attempts): Promise<OnDemand>;
	loadChatPanel(attempts: Attempts): Promise<PageComponent>;
	loadNewsPanel(attempts: Attempts): Promise<PageComponent>;
}

/** Creates loaders of scripts that startup does not need, and shows their components. */
export function createScripts(
	services: ScriptServices,
	{ notice, tab, chatPanel, newsPanel, dialogs }: Pick<Page, 'notice' | 'tab' | 'chatPanel' | 'newsPanel' | 'dialogs'>,
) {
	async function loadOnDemand(attempts: Attempts): Promise<OnDemand> {
		const script = await services.loadOnDemand(attempts);
		dialogs.value = script.Dialogs;
		return script;
	}

	/** Creates a handler of clicks: failures are shown, the next click tries again. */
	const user =
		<T>(load: (attempts: Attempts) => Promise<T>) =>
		(action: (script: T) => unknown) => {
			load({ retry: 0 })
				.then(action)
				.catch(() => {
					notice.close();
					notice.showToast(texts.NO_CONNECTION);
				});
		};
	const useOnDemand = user(loadOnDemand);

	const disposers = [
		effect(() => {
			if (tab.value === 'chat') services.loadChatPanel({ retry: Infinity }).then((panel) => (chatPanel.value = panel));
		}),
		effect(() => {
			if (tab.value === 'news') services.loadNewsPanel({ retry: Infinity }).then((panel) => (newsPanel.value = panel));
		}),
		effect(() => {
			if (notice.dialog.value) useOnDemand(() => {});
		}),
	];

	return {
		loadDeferred: services.loadDeferred,
		loadOnDemand,
		/** Handles a click by the deferred script. */
		useDeferred: user(services.loadDeferred),
		/** Handles a click by the on-demand script. */
		useOnDemand,
		stop: () => disposers.forEach((dispose) => dispose()),
	};
}
