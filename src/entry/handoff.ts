import type * as react from 'react';
import type * as runtime from 'react/jsx-runtime';
import type { SignRequest } from '../api/sign-request.ts';
import type { LiveAnswer } from '../api/fetch-live.ts';
import type { Config } from '../config.ts';
import type { Deferred, OnDemand } from '../models/later-scripts.ts';
import type { PageComponent } from '../models/page-model.ts';
import type { saveImages } from '../native/save-images.ts';
import type { Player } from '../player/core/create-player.ts';
import type { PlayerSource } from '../player/core/source.ts';
import type { PlayClient } from '../rts/play/play.ts';
import type { Sanitizer } from '../safe/sanitize.ts';
import type { createShortcuts } from '../view/stage/shortcuts.ts';
import type { Visit } from '../visit/visit.ts';
import type { SetShareCard } from './share-cards.ts';
import type { Shared } from './shared.ts';
import type { SHARED_REACT } from './shared-modules.mjs';

/** Left by the head script. */
export interface HeadHandoff {
	config: Config;
	visit: Visit;
	/** With token, only for WeChat's signature on iOS. Never show or send it elsewhere. */
	entryUrl: string;
	signRequest: SignRequest;
	/** Milliseconds on the page's clock. */
	requestedAt: number;
	live: Promise<LiveAnswer>;
}

/** A usage report; `time` in milliseconds since the epoch, by default now. */
export type UsageReport = [messageId: number, args: Record<string, unknown>, time?: number];

/** Left by the boot script. */
export interface BootHandoff {
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
	/** Kept for the reports script; none without `rts.logUrl`. */
	reports: UsageReport[];
	report: (...report: UsageReport) => void;
	/** Last click before hydration. */
	clicked?: HTMLButtonElement | null;
}

/** `window.livePage`: left by each script for later ones. */
export interface Handoff {
	shared: Shared;
	head: HeadHandoff;
	boot?: BootHandoff;
	react?: Pick<typeof react & typeof runtime, (typeof SHARED_REACT)[number]>;
	started?: boolean;
	deferred?: Deferred;
	playerExtended?: boolean;
	holdImages?: (content: HTMLElement) => void;
	reportsStarted?: boolean;
	onDemand?: OnDemand;
	saveImages?: typeof saveImages;
	setShareCard?: SetShareCard;
	chatPanel?: PageComponent;
	newsPanel?: PageComponent;
	replayControls?: PageComponent;
	createShortcuts?: typeof createShortcuts;
	sanitize?: Sanitizer;
}

declare global {
	interface Window {
		livePage?: Handoff;
	}
}
