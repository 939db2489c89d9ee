/**
 * The first script, inlined in the head. It reads the visit and asks for the live while the rest of the HTML still
 * travels, and decides before anything is painted whether the promotion header has its place, so that nothing moves
 * when the page comes alive. Nothing else belongs here: the first paint waits for it.
 */
import { ApiError, openEnvelope } from '../api/envelope.ts';
import { fetchLive, detailUrl, readLive } from '../api/live.ts';
import { createSignRequest, formText } from '../api/sign-request.ts';
import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';
import { count, records, text } from '../safe/fields.ts';
import type { Handoff } from './handoff.ts';
import { showsPromotion } from '../visit/promotion.ts';
import { readVisit, recallVisit, rememberVisit, withoutSecrets } from '../visit/visit.ts';

const config = JSON.parse(document.getElementById('config')!.textContent!) as Config;
const entryUrl = location.href;
const storage = () => sessionStorage;
let visit = readVisit(entryUrl);
if (visit.token || visit.userId) {
	history.replaceState(history.state, '', withoutSecrets(entryUrl));
	setTimeout(rememberVisit, 0, storage, visit);
}
// The first touch of the storage costs a slow phone as much as all else here, so only a page that was here before makes it.
else if (!performance.navigation || performance.navigation.type) visit = recallVisit(storage, visit.id);

const signRequest = createSignRequest(config.api, visit);
const asked = performance.now();
const detail = visit.id
	? fetchLive(config.api, signRequest, visit.id)
	: Promise.reject(Object.assign(new Error('the address has no live id'), { name: 'NoLiveId' }));
// Whoever needs the live hears of its failure; until boot has come nobody does.
detail.catch(() => {});

window.livePage = {
	config,
	visit,
	entryUrl,
	signRequest,
	asked,
	detail,
	shared: { ApiError, count, formText, detailUrl, openEnvelope, readLive, records, safeUrl, text },
} as Handoff;

if (showsPromotion(navigator.userAgent, config.app.userAgentToken)) document.documentElement.className = 'promoted';
