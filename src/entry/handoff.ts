import type * as react from 'react';
import type * as runtime from 'react/jsx-runtime';
import type { SignRequest } from '../api/sign-request.ts';
import type { Live } from '../api/live.ts';
import type { Config } from '../config.ts';
import type { Deferred, OnDemand } from '../models/later-scripts.ts';
import type { PageComponent } from '../models/page-model.ts';
import type { Player } from '../player/create-player.ts';
import type { PlayClient } from '../rts/play.ts';
import type { Sanitizer } from '../safe/sanitize.ts';
import type { createShortcuts } from '../view/shortcuts.ts';
import type { Visit } from '../visit/visit.ts';
import type { SetShareCard } from './share-cards.ts';
import type { Shared } from './shared.ts';
import type { SHARED_REACT } from './shared-modules.mjs';

/** What the head script leaves. */
export interface HeadHandoff {
	config: Config;
	visit: Visit;
	/** The URL the page was entered with, token included: WeChat on iOS signs it. Never shown, and sent only to be signed. */
	entryUrl: string;
	signRequest: SignRequest;
	/** When the detail call was made, in milliseconds on the page's clock. */
	requestedAt: number;
	/** The answer to the detail call. */
	live: Promise<Live>;
}

/** A usage report of the streaming client, and when it was made (milliseconds since the epoch; left out: now). */
export type UsageReport = [messageId: number, args: Record<string, unknown>, time?: number];

/** What the boot script leaves. */
export interface BootHandoff {
	player: Player;
	/** The streaming client; null where there is no WebRTC. */
	client: PlayClient | null;
	/** Data is to be saved: images wait for a tap, and are fetched no sharper than needed. */
	saveData: boolean;
	/** The URL of an image at the width it is shown with, in CSS pixels. */
	imageUrl: (url: string, width: number) => string;
	/** Usage reports that are kept until the reports script replaces `report`; none where the deployment wants none. */
	reports: UsageReport[];
	report: (...report: UsageReport) => void;
	/** The button that was clicked last before the page was hydrated. */
	clicked?: HTMLButtonElement | null;
}

/** `window.livePage`: what each script leaves for the next ones, present once that script has run. */
export interface Handoff {
	shared: Shared;
	head: HeadHandoff;
	boot?: BootHandoff;
	/** What components of later scripts take from the bundle. */
	react?: Pick<typeof react & typeof runtime, (typeof SHARED_REACT)[number]>;
	/** The bundle has begun: it must not run twice. */
	started?: boolean;
	deferred?: Deferred;
	/** The live-player script has begun: it must not run twice. */
	playerExtended?: boolean;
	/** The reports script has begun: it must not run twice. */
	reportsStarted?: boolean;
	onDemand?: OnDemand;
	/** Left by the script of share cards. */
	setShareCard?: SetShareCard;
	/** The component of the news, left by the news script. */
	newsPanel?: PageComponent;
	/** The component of a replay's controls, left by the replay script. */
	replayControls?: PageComponent;
	/** Left by the script of shortcuts. */
	createShortcuts?: typeof createShortcuts;
	/** Left by the rich-text script. */
	sanitize?: Sanitizer;
}

declare global {
	interface Window {
		livePage?: Handoff;
	}
}
