/** Bundle: hydrates the page around the running player. */
import './polyfills.ts';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { createApi } from '../api/api.ts';
import { type BuiltScript, loadScript } from '../load-script.ts';
import { type App, createApp } from '../models/app.ts';
import { whenFirstFrame } from '../player/first-frame.ts';
import type { Sample } from '../rts/stall-detector.ts';
import { isBlank, plainText } from '../safe/plain-text.ts';
import { safeUrl } from '../safe/url.ts';
import { Page } from '../view/page.tsx';
import { addCss } from './add-css.ts';

/** CSS after the first paint. */
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

const makeApp = () =>
	createApp({
		api: createApi({ config: config.api, signRequest, visit }),
		visit,
		config,
		promoted: document.documentElement.classList.contains('promoted'),
		saveData,
		imageUrl,
		safeUrl,
		firstLive: live,
		player,
		firstFrame: whenFirstFrame(player.video),
		usesWhep: () => !!boot.client && !!boot.client.whep.session,
		loadDeferred: ({ retry }) => load(__DEFERRED__, retry, () => handoff.deferred),
		loadChatPanel: ({ retry }) => load(__CHAT__, retry, () => handoff.chatPanel),
		loadNewsPanel: ({ retry }) => load(__NEWS__, retry, () => handoff.newsPanel),
		loadOnDemand: ({ retry }) => load(__ON_DEMAND__, retry, () => handoff.onDemand),
		loadSanitizer: ({ retry }) =>
			load(__RICH_TEXT__, retry, () => handoff.sanitize).then(
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
async function load<T>({ url, integrity }: BuiltScript, retry: number, read: () => T | undefined): Promise<T> {
	if (!read()) await loadScript(url, { retry, integrity, hasRun: read });
	return read()!;
}

// A timed-out attempt may still arrive.
if (!handoff.started) {
	handoff.started = true;
	handoff.react = { Fragment, jsx, jsxs, memo, useEffect, useLayoutEffect, useRef, useState };
	const begin = () => {
		if (begun) return;
		begun = true;
		// Separate tasks, for clicks on a slow phone.
		setTimeout(() => setTimeout(hydrate, 0, makeApp()));
	};
	let begun = false;
	// Nothing may delay the stream, which is requested in the task in which the live arrives.
	live.then(begin, begin);
	if (boot.client && boot.expected) {
		const { on, off } = boot.client;
		// The expected stream has its first frame before the answer, which may stay out.
		const onSample = ({ frames }: Sample) => {
			if (!frames) return;
			off('onSample', onSample);
			if (player.state.status === 'idle') load(__ON_DEMAND__, Infinity, () => handoff.onDemand);
		};
		on('onSample', onSample);
	}
	if (boot.clicked) begin();
	addEventListener('click', begin, { once: true });
	setTimeout(begin, HYDRATION_TIMEOUT);
}
