/**
 * The head script, inlined in the head. It reads the visit and fetches the live while the rest of the HTML is still on
 * its way, requests the bundle where the link is about to be idle, and decides before the first paint whether the
 * promotion header is shown, so that nothing moves after hydration. Nothing else belongs here: the first paint waits
 * for it.
 */
import { fetchLive } from '../api/live.ts';
import { createSignRequest } from '../api/sign-request.ts';
import type { Config } from '../config.ts';
import { type BuiltScript, loadScript } from '../load-script.ts';
import { showsPromotion } from '../visit/promotion.ts';
import { enterVisit } from '../visit/visit.ts';
import type { Handoff } from './handoff.ts';
import { headShared } from './shared.ts';

declare const __BUNDLE__: BuiltScript;

/** Milliseconds an attempt to load the bundle may take before another one is made. */
const BUNDLE_ATTEMPT_TIMEOUT = 20_000;

const config = JSON.parse(document.getElementById('config')!.textContent!) as Config;
const entryUrl = location.href;
const { navigation } = performance;
const visit = enterVisit(entryUrl, history, () => sessionStorage, !!navigation && !navigation.type);
const signRequest = createSignRequest(config.api, visit);
const requestedAt = performance.now();
const live = visit.id
	? fetchLive(config.api, signRequest, visit.id)
	: Promise.reject(Object.assign(new Error('the URL has no live id'), { name: 'NoLiveId' }));
// Handled by the boot script and the bundle; until then a failure is not to be reported as unhandled.
live.catch(() => {});

let bundleRequested = false;
function loadBundle() {
	if (bundleRequested) return;
	bundleRequested = true;
	// An attempt that takes long is left alone: it may still arrive.
	const { url, integrity } = __BUNDLE__;
	loadScript(url, {
		retry: Infinity,
		timeout: BUNDLE_ATTEMPT_TIMEOUT,
		integrity,
		hasRun: () => handoff.started,
	});
	// The video goes on meanwhile.
	loadScript(url).catch(() => {
		const skeleton = document.querySelector('.skeleton');
		if (skeleton && !handoff.started) skeleton.textContent = '内容加载失败，正在重试…';
	});
}

const handoff: Handoff = (window.livePage = {
	shared: headShared,
	head: { config, visit, entryUrl, signRequest, requestedAt, live, loadBundle },
});

// The link is idle while the connection to an API on another host is being made. Boot knows the other occasions.
const { base } = config.api;
if (base.includes('//') && !base.includes(location.host)) loadBundle();

if (showsPromotion(navigator.userAgent, config.app.userAgentToken)) document.documentElement.className = 'promoted';
