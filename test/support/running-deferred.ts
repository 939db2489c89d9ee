import { mock } from 'node:test';
import type { Test } from 'uvu';
import { defaults } from '../../src/config.ts';
import { createDeferred } from '../../src/entry/create-deferred.ts';
import type { BootHandoff, HeadHandoff } from '../../src/entry/handoff.ts';
import type { OnDemand } from '../../src/models/later-scripts.ts';
import type { Attempts } from '../../src/models/follow-description.ts';
import { INITIAL_STATE, type PlayerStatus } from '../../src/player/core/state.ts';
import { saveImages } from '../../src/native/save-images.ts';
import { setShare } from '../../src/share/set-share.ts';
import type { Shortcuts } from '../../src/view/stage/shortcuts.ts';
import { readVisit } from '../../src/visit/visit.ts';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { createFakeApp } from './fake-app.ts';
import { setup } from './render.tsx';

export const PHONE = userAgentOf('Chrome, Android');

Object.assign(globalThis, { self: globalThis });
const ends: (() => void)[] = [];

/** Ends the scripts and undoes the mocks of each test of a suite. */
export function withDeferred(it: Test): void {
	it.after.each(() => {
		for (const end of ends.splice(0)) end();
		mock.restoreAll();
		mock.timers.reset();
		Reflect.deleteProperty(globalThis, 'LiveApp');
		Reflect.deleteProperty(globalThis, 'mqq');
	});
}

/** The deferred script of a page in this browser, and the page. */
export function create({
	userAgent = PHONE,
	href = 'https://live.example.com/?id=1',
	logUrl = '',
	hlsFallback = false,
	saveData = false,
	status = INITIAL_STATE.status as PlayerStatus,
} = {}) {
	setup({
		userAgent,
		href,
		html: `<!doctype html><head><link rel="icon" href="data:,"></head><body><div id="app"><video></video><div class="panels"><div id="panel-chat"><div class="scroller"><p></p></div></div></div></div></body>`,
	});
	const { app, page, player, calls } = createFakeApp();
	app.stop();
	player.state = { ...player.state, status };
	const config = {
		...defaults,
		rts: { ...defaults.rts, logUrl, hlsFallback },
		app: { ...defaults.app, name: '校园', userAgentToken: 'LiveApp/' },
	};
	const boot = {
		player: Object.assign(player, {
			video: document.querySelector('video')!,
			element: { connection: () => ({ client: null }) },
		}),
		client: null,
		saveData,
		reports: [],
		report: () => {},
	} as unknown as BootHandoff;
	let reportsLoaded = 0;
	let livePlayersLoaded = 0;
	const held: HTMLElement[] = [];
	let shortcutsLoaded: (create: () => Shortcuts) => void;
	const shortcuts = new Promise<() => Shortcuts>((resolve) => (shortcutsLoaded = resolve));
	const deferred = createDeferred({ config, visit: readVisit(href), entryUrl: href } as HeadHandoff, boot, {
		loadReports: () => void reportsLoaded++,
		loadShareCards: async () => (options) =>
			setShare(Object.assign({ fetchSignature: () => new Promise<never>(() => {}) }, options)),
		loadInApp: async () => saveImages,
		loadReplayControls: () => new Promise(() => {}),
		loadShortcuts: () => shortcuts,
		loadLivePlayer: async () => void livePlayersLoaded++,
		holdImages: (content) => void held.push(content),
	});
	const onDemandRequests: Attempts[] = [];
	let hlsPlayed = 0;
	const start = () => {
		const end = deferred.start(
			page,
			() => new Promise(() => {}),
			async (attempts) => {
				onDemandRequests.push(attempts);
				return { playHls: () => void hlsPlayed++ } as OnDemand;
			},
			() => {},
		);
		ends.push(end);
		return end;
	};
	return {
		deferred,
		page,
		player,
		start,
		onDemandRequests,
		hlsPlayed: () => hlsPlayed,
		reportsLoaded: () => reportsLoaded,
		livePlayersLoaded: () => livePlayersLoaded,
		held,
		calls,
		loadShortcuts: (use: Shortcuts) => shortcutsLoaded(() => use),
	};
}

/** Lets scripts that are loaded arrive. */
export const settle = async () => {
	for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve));
};
