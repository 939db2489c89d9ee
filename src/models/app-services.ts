import type { Api } from '../api/api.ts';
import type { Live } from '../api/complete-live.ts';
import type { Config } from '../config.ts';
import type { AppMethod, OpenTarget } from '../native/open-app.ts';
import type { Player } from '../player/core/create-player.ts';
import type { Visit } from '../visit/visit.ts';
import type { Around } from './after-startup.ts';
import type { DescriptionServices } from './follow-description.ts';
import type { FollowOptions } from './follow-live.ts';
import type { LoadingOrderServices, ScriptServices } from './load-scripts.ts';
import type { Notice } from './notice.ts';
import type { PageServices } from './page-model.ts';
import type { ViewerPlayer } from './player-actions.ts';

/** The player, as the app uses it. */
export type AppPlayer = Pick<Player, 'retry' | 'unmute' | 'refresh' | 'listeners'> &
	FollowOptions['player'] &
	ViewerPlayer;

/** Services of `createApp` (`create-app.ts`). */
export interface AppServices
	extends
		DescriptionServices,
		ScriptServices,
		Around,
		LoadingOrderServices,
		Pick<PageServices, 'metered' | 'rememberShape' | 'hasPicture' | 'hidePromotion'> {
	api: Api;
	visit: Visit;
	config: Config;
	promoted: boolean;
	saveData: boolean;
	imageUrl: (url: string, width: number) => string;
	/** From the head script; may reject. */
	firstLive: Promise<Live>;
	player: AppPlayer;
	/** Settles with the first frame or on timeout. */
	firstFrame: Promise<void>;
	/** Resolves once a replay has some seconds ahead, so that other things may load; of anything else at once. */
	ahead: Promise<void>;
	/** Remembers a picked quality by name; '': none. */
	rememberPicked(quality: string): void;
	setTitle(title: string): void;
	/** Without token and user id. */
	address(): string;
	/** Opens the native app, or calls its method inside; shows the outcome. */
	openApp(method: AppMethod, target: OpenTarget, notice: Notice): void;
	/** Copies text; says so. */
	copy(text: string, notice: Notice): void;
	/** Whether `share` shares a link, and not by the app's menu. */
	sharesLinks: boolean;
	/** Shares from a second on, or shows how to. */
	share(live: Live, from: number, notice: Notice): void;
	/** Startup is done. */
	onStarted(): void;
}
