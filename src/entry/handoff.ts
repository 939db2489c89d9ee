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

/** Left by the head script. */
export interface HeadHandoff {
	config: Config;
	visit: Visit;
	/**
	 * URL the page was entered with, token included, which WeChat on iOS signs. Never show it, and send it only for
	 * signing.
	 */
	entryUrl: string;
	signRequest: SignRequest;
	/** Time of the detail call, milliseconds on the page's clock. */
	requestedAt: number;
	live: Promise<Live>;
}

/** A usage report; `time` in milliseconds since the epoch, by default now. */
export type UsageReport = [messageId: number, args: Record<string, unknown>, time?: number];

/** Left by the boot script. */
export interface BootHandoff {
	player: Player;
	/** Streaming client; null without WebRTC. */
	client: PlayClient | null;
	/** Save data: images load on a tap, at low density. */
	saveData: boolean;
	/** URL of an image at its shown width in CSS pixels. */
	imageUrl: (url: string, width: number) => string;
	/** Reports kept until the reports script replaces `report`; none without `rts.logUrl`. */
	reports: UsageReport[];
	report: (...report: UsageReport) => void;
	/** Button clicked last before hydration. */
	clicked?: HTMLButtonElement | null;
}

/** `window.livePage`: what each script leaves for later ones. */
export interface Handoff {
	shared: Shared;
	head: HeadHandoff;
	boot?: BootHandoff;
	/** The bundle's React, for components of later scripts. */
	react?: Pick<typeof react & typeof runtime, (typeof SHARED_REACT)[number]>;
	/** Keeps the bundle from running twice. */
	started?: boolean;
	deferred?: Deferred;
	/** Keeps the live-player script from running twice. */
	playerExtended?: boolean;
	/** Keeps the reports script from running twice. */
	reportsStarted?: boolean;
	onDemand?: OnDemand;
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
