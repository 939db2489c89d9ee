// In the HTML: each byte is paid before the first paint.
/**
 * Head script: visit, detail call, promotion header, stage height. The first paint waits for it, so that nothing moves.
 */
import { fetchLive } from '../api/fetch-live.ts';
import { createSignRequest } from '../api/sign-request.ts';
import type { Config } from '../config.ts';
import { showsPromotion } from '../visit/shows-promotion.ts';
import { recall } from '../visit/recall.ts';
import { enterVisit } from '../visit/visit.ts';
import shared from 'shared:head';

/** Milliseconds for which the promotion header stays hidden. */
const VISIT_TIME = 10_800_000;

const config = JSON.parse(document.getElementById('config')!.textContent!) as Config;
const entryUrl = location.href;
const { navigation } = performance;
const visit = enterVisit(entryUrl, history, () => sessionStorage, !!navigation && !navigation.type);
const signRequest = createSignRequest(config.api, visit);
const requestedAt = performance.now();
const live = visit.id ? fetchLive(config.api, signRequest, visit.id) : Promise.reject({ name: 'NoLiveId' });
// Handled later.
live.catch(() => {});

window.livePage = { head: { shared, config, visit, entryUrl, signRequest, requestedAt, live } };

const { classList } = document.documentElement;
if (showsPromotion(navigator.userAgent, config.app.userAgentToken) && !recall('unpromoted', visit.id, VISIT_TIME))
	classList.add('promoted');
if (recall('upright', visit.id)) classList.add('upright');
