/** Bundle: hydrates the page around the running player. */
import './polyfills.ts';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { createApi } from '../api/api.ts';
import { type BuiltScript, loadScript } from '../network/load-script.ts';
import { type App, createApp } from '../models/app.ts';
import type { Attempts } from '../models/follow-description.ts';
import { whenFirstFrame } from '../player/page/first-frame.ts';
import { isBlank, plainText } from '../safe/plain-text.ts';
import { safeUrl } from '../safe/url.ts';
import { Page } from '../view/page/page.tsx';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __CONTENT_CSS__: string;
declare const __DEFERRED__: BuiltScript;
declare const __CHAT__: BuiltScript;
declare const __NEWS__: BuiltScript;
declare const __ON_DEMAND__: BuiltScript;
declare const __RICH_TEXT__: BuiltScript;

/** Milliseconds. */
const HYDRATION_TIMEOUT = 1000;

const handoff = window.livePage!;
const { config, visit, signRequest, live } = handoff.head;
const boot = handoff.boot!;
const { player, saveData, imageUrl } = boot;

const loadDeferred = (attempts: Attempts) => load(__DEFERRED__, attempts, () => handoff.deferred);

const api = createApi({ config: config.api, signRequest, visit });
const makeApp = () =>
	createApp({
		api,
		visit,
		config,
		promoted: document.documentElement.classList.contains('promoted'),
		saveData,
		imageUrl,
		safeUrl,
		firstLive: api.readLive(live),
		player,
		firstFrame: whenFirstFrame(player),
		loadDeferred,
		loadChatPanel: (attempts) => load(__CHAT__, attempts, () => handoff.chatPanel),
		loadNewsPanel: (attempts) => load(__NEWS__, attempts, () => handoff.newsPanel),
		loadOnDemand: (attempts) => load(__ON_DEMAND__, attempts, () => handoff.onDemand),
		loadSanitizer: (attempts) =>
			load(__RICH_TEXT__, attempts, () => handoff.sanitize).then(
				(sanitize) => (html) => sanitize(html, (url) => imageUrl(url, innerWidth)),
			),
		plainText,
		isBlank,
		setTitle: (title) => (document.title = title),
		address: () => location.href,
	});

function hydrate(app: App) {
	addCss(__CONTENT_CSS__);
	hydrateRoot(document.getElementById('app')!, <Page page={app.page} />);
	window.onclick = null;
	app.start();
	if (boot.clicked) {
		boot.clicked.classList.remove('pressed');
		boot.clicked.click();
	}
}

/** Reads the handoff, loading its script if needed. */
async function load<T>({ url, integrity }: BuiltScript, attempts: Attempts, read: () => T | undefined): Promise<T> {
	if (!read()) await loadScript(url, Object.assign({ integrity, hasRun: read }, attempts));
	return read()!;
}

if (!hasRun(handoff, 'started')) {
	handoff.started = true;
	handoff.react = { Fragment, jsx, jsxs, memo, useEffect, useLayoutEffect, useRef, useState };
	// Ahead of the app, as the link is idle until the detail is answered.
	loadDeferred({ retry: Infinity });
	const begin = () => {
		if (begun) return;
		begun = true;
		// Separate tasks, for clicks on a slow phone.
		setTimeout(() => setTimeout(hydrate, 0, makeApp()));
	};
	let begun = false;
	// Nothing may delay the stream, which is requested in the live's task.
	live.then(begin, begin);
	if (boot.clicked) begin();
	addEventListener('click', begin, { once: true });
	setTimeout(begin, HYDRATION_TIMEOUT);
}
