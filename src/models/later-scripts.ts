import { effect } from '@preact/signals';
import type { Api } from '../api/api.ts';
import type { Live } from '../api/live.ts';
import type { AppMethod, OpenTarget } from '../native/open-app.ts';
import * as texts from '../texts.ts';
import type { Attempts } from './follow-description.ts';
import type { followLive } from './follow-live.ts';
import type { Notice } from './notice.ts';
import type { Page, PageComponent } from './page-model.ts';

/** Exports of `entry/deferred.ts`. */
export interface Deferred {
	/** Loads the live player if something plays. */
	extendPlayer(): void;
	/** Holds back images while a broadcast plays. */
	holdImages(content: HTMLElement): void;
	/** Starts what needs no click. Returns the cleanup. */
	start(page: Page, call: Api['call'], loadOnDemand: ScriptServices['loadOnDemand'], loadPanel: () => void): () => void;
	followLive: typeof followLive;
	/** Opens the native app, or calls its method inside; shows the outcome. */
	openApp(method: AppMethod, target: OpenTarget, notice: Notice): Promise<void>;
	copy(text: string, notice: Notice): Promise<void>;
	/** Shares, or shows how to. */
	share(live: Live, notice: Notice): Promise<void>;
}

/** Exports of `entry/on-demand.ts`. */
export interface OnDemand {
	Dialogs: PageComponent;
	enlarge(image: HTMLImageElement, notice: Notice): void;
	/** Error code (spec §5); 0: supported. */
	checkSupport(): number;
	playHls(): void;
}

/** Loaders of scripts. */
export interface ScriptServices {
	loadDeferred(attempts: Attempts): Promise<Deferred>;
	loadOnDemand(attempts: Attempts): Promise<OnDemand>;
	loadChatPanel(attempts: Attempts): Promise<PageComponent>;
	loadNewsPanel(attempts: Attempts): Promise<PageComponent>;
}

/** Loads scripts when needed; shows their components. */
export function createScripts(
	services: ScriptServices,
	{ notice, tab, chatPanel, newsPanel, dialogs }: Pick<Page, 'notice' | 'tab' | 'chatPanel' | 'newsPanel' | 'dialogs'>,
) {
	async function loadOnDemand(attempts: Attempts): Promise<OnDemand> {
		const script = await services.loadOnDemand(attempts);
		dialogs.value = script.Dialogs;
		return script;
	}

	/** Creates a click handler that shows a failed load; an error of the action itself goes to the console. */
	const user =
		<T>(load: (attempts: Attempts) => Promise<T>) =>
		(action: (script: T) => unknown) => {
			load({ retry: 0 })
				.then(action, () => {
					notice.close();
					notice.showToast(texts.NO_CONNECTION);
				})
				.catch((error) => console.error(`${error}`));
		};
	const useOnDemand = user(loadOnDemand);

	/** Loads the shown tab's panel, at once if an attempt is pending. */
	function loadPanel() {
		if (tab.value === 'chat') services.loadChatPanel({ retry: Infinity }).then((panel) => (chatPanel.value = panel));
		if (tab.value === 'news') services.loadNewsPanel({ retry: Infinity }).then((panel) => (newsPanel.value = panel));
	}

	const disposers = [
		effect(loadPanel),
		effect(() => {
			if (notice.dialog.value) useOnDemand(() => {});
		}),
	];

	return {
		loadDeferred: services.loadDeferred,
		loadOnDemand,
		loadPanel,
		useDeferred: user(services.loadDeferred),
		useOnDemand,
		stop: () => disposers.forEach((dispose) => dispose()),
	};
}
