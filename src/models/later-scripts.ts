import { effect } from '@preact/signals';
import type { Api } from '../api/api.ts';
import type { Live } from '../api/live.ts';
import type { AppMethod, OpenTarget } from '../native/open-app.ts';
import type { Player } from '../player/create-player.ts';
import * as texts from '../texts.ts';
import type { Attempts } from './follow-description.ts';
import type { Notice } from './notice.ts';
import type { Page, PageComponent } from './page-model.ts';

/** What the deferred script offers (`entry/deferred.ts`). */
export interface Deferred {
	/** The component of the chat. */
	ChatPanel: PageComponent;
	/**
	 * Begins what needs no click: usage reports, earlier ones included, the share card in WeChat and QQ (spec §2; it never
	 * rejects, spec §8), the service worker and what a press on an image does.
	 * Also the controls over the video. Returns what ends it.
	 */
	start(page: Page, call: Api['call']): () => void;
	/** Opens the native app, or calls a method of it from inside; shows what to do instead. */
	openApp(method: AppMethod, target: OpenTarget, notice: Notice): Promise<void>;
	/** Copies to the clipboard, and says whether that worked. */
	copy(text: string, notice: Notice): Promise<void>;
	/** Shares a live on a click, or says how to. */
	share(live: Live, notice: Notice): Promise<void>;
}

/** What the on-demand script offers (`entry/on-demand.ts`). */
export interface OnDemand {
	/** The component of the dialogs. */
	Dialogs: PageComponent;
	/** Shows an image of the description large. */
	enlarge(image: HTMLImageElement, notice: Notice): void;
	/** Plays the broadcast of a player by HLS where that is possible. */
	playHls(player: Pick<Player, 'state' | 'show'>): void;
	/** Checks this browser against the table of spec §5: the error code, 0 when it is supported. */
	checkSupport(): number;
}

/** Loads the scripts, each once; rejects after so many attempts. */
export interface ScriptServices {
	loadDeferred(attempts: Attempts): Promise<Deferred>;
	loadOnDemand(attempts: Attempts): Promise<OnDemand>;
	/** Loads the component of the news. */
	loadNewsPanel(attempts: Attempts): Promise<PageComponent>;
}

/** Loads the scripts that startup does without when something needs them, and shows the components they bring. */
export function createScripts(
	services: ScriptServices,
	{ notice, tab, chatPanel, newsPanel, dialogs }: Pick<Page, 'notice' | 'tab' | 'chatPanel' | 'newsPanel' | 'dialogs'>,
) {
	async function loadDeferred(attempts: Attempts): Promise<Deferred> {
		const script = await services.loadDeferred(attempts);
		chatPanel.value = script.ChatPanel;
		return script;
	}

	async function loadOnDemand(attempts: Attempts): Promise<OnDemand> {
		const script = await services.loadOnDemand(attempts);
		dialogs.value = script.Dialogs;
		return script;
	}

	/** Makes what does the work of a click: a failure is shown, and the next click tries again. */
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
			// What follows startup tries again.
			if (tab.value === 'chat') loadDeferred({ retry: 0 }).catch(() => {});
		}),
		effect(() => {
			if (tab.value === 'news') services.loadNewsPanel({ retry: Infinity }).then((panel) => (newsPanel.value = panel));
		}),
		effect(() => {
			if (notice.dialog.value) useOnDemand(() => {});
		}),
	];

	return {
		loadDeferred,
		loadOnDemand,
		/** Does with the deferred script what a click asks for. */
		useDeferred: user(loadDeferred),
		/** Does with the on-demand script what a click asks for. */
		useOnDemand,
		stop: () => disposers.forEach((dispose) => dispose()),
	};
}
