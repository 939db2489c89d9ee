import type { SignRequest } from '../api/sign-request.ts';
import type { Live } from '../api/complete-live.ts';
import type { LiveAnswer } from '../api/fetch-live.ts';
import type { Calls } from '../api/create-calls.ts';
import type { Config } from '../config.ts';
import type { PageComponent } from '../models/page-model.ts';
import type { StageScript, More, ReplayScript } from '../models/load-scripts.ts';
import type { Player } from '../player/core/create-player.ts';
import type { PlayerSource } from '../player/core/source.ts';
import type { Link } from '../player/link/link-rate.ts';
import type { FirstPicture } from '../player/act/first-picture.ts';
import type { HttpClient } from '../player/act/http-client.ts';
import type { LiveLater } from '../player/act/live-buffer.ts';
import type { RecordingLater } from '../player/recording-later.ts';
import type { HlsLevels } from '../player/act/hls-levels.ts';
import type { LeaveReport } from '../player/report/report-early-leaving.ts';
import type { Send, UsageReport } from '../player/report/report-watching.ts';
import type { PlayClient } from '../rts/play/play.ts';
import type { Sanitizer } from '../safe/sanitize.ts';
import type { Visit } from '../visit/visit.ts';

/** Left by the head script. */
interface HeadHandoff {
	/** Exports that later scripts use (`build/shared-modules.mjs`). */
	shared: object;
	/** Complete once the app script has run; before, what the scripts in the HTML read, without empty texts. */
	config: Config;
	visit: Visit;
	/** With token, only for WeChat's signature on iOS. Never show or send it elsewhere. */
	entryUrl: string;
	signRequest: SignRequest;
	/** Milliseconds on the page's clock. */
	requestedAt: number;
	live: Promise<LiveAnswer>;
}

/** Left by the boot script. */
export interface BootHandoff extends Link {
	shared: object;
	player: Player;
	/** null without WebRTC. */
	client: PlayClient | null;
	/** Milliseconds of the detail call; 0 while unknown. */
	latency: () => number;
	/** Of an earlier visit; received during the detail call. */
	expected: PlayerSource | undefined;
	/** Images load on a tap, at low density. */
	saveData: boolean;
	/** At the shown width, in CSS pixels. */
	imageUrl: (url: string, width: number) => string;
	report(messageId: number, args: Record<string, unknown>): void;
	/** Returns the reports kept so far; passes later ones to `send`. None without `rts.logUrl`. */
	takeReports(send: Send): UsageReport[];
	/** Button of the last click before the stage script. */
	clicked?: HTMLButtonElement | null;
}

/** Left by the app script. */
interface AppHandoff extends LeaveReport {
	shared: object;
	/** Holds back an element's images while a broadcast plays. */
	holdImages(content: HTMLElement): void;
	/** URL of a live on its share card. */
	linkOf(live: Live): string;
	/** Offers the levels of HLS as qualities; null: none. */
	showLevels(levels: HlsLevels | null): void;
}

/** Left by the replay script. */
interface ReplayHandoff extends ReplayScript {
	shared: object;
	/** Seconds at which the link begins; 0: none. */
	moment: number;
}

/** `window.livePage`: left by each script for later ones. One that is set has run; a late attempt must not run again. */
interface Handoff {
	head: HeadHandoff;
	boot?: BootHandoff;
	preact?: { shared: object };
	/** Runs the app script, which has come; called once `preact` is there. */
	start?: () => void;
	app?: AppHandoff;
	stage?: StageScript;
	calls?: Calls;
	richText?: Sanitizer;
	more?: More;
	replay?: ReplayHandoff;
	replayControls?: PageComponent;
	replayLater?: RecordingLater;
	reports?: boolean;
	hls?: boolean;
	/** A first picture would come before the stream (`first.ts`). */
	isFar?: boolean;
	/** Resolves once scripts hold up no handshake with another host. */
	idle?: Promise<unknown>;
	/** Requested before the broadcast. */
	first?: { address: string; response: Promise<Response> | false };
	/** Shown, and when it is over or there is none; may reject. */
	picture?: FirstPicture;
	pictureOver?: Promise<void>;
	/** Creates a client for lives over HTTP. */
	http?: () => HttpClient;
	liveLater?: LiveLater;
}

declare global {
	interface Window {
		livePage?: Handoff;
	}
}
