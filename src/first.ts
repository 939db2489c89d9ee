/**
 * The first script, inlined in the head. It reads the visit and asks for the live while the rest of the HTML still
 * travels, and decides before anything is painted whether the promotion header has its place, so that nothing moves
 * when the page comes alive. Nothing else belongs here: the first paint waits for it.
 */
import { ApiError, openEnvelope } from './api/envelope';
import { askLive, liveAddress, readLive } from './api/live';
import { createSeal, formText } from './api/packet';
import type { Config } from './config';
import { safeAddress } from './content/address';
import { count, records, text } from './content/fields';
import type { Handle } from './handle';
import { showsPromotion } from './visit/promotion';
import { readVisit, recallVisit, rememberVisit, withoutSecrets } from './visit/visit';

const config = JSON.parse(document.getElementById('config')!.textContent!) as Config;
const entryAddress = location.href;
const storage = () => sessionStorage;
let visit = readVisit(entryAddress);
if (visit.token || visit.userId) {
	history.replaceState(history.state, '', withoutSecrets(entryAddress));
	setTimeout(rememberVisit, 0, storage, visit);
}
// The first touch of the storage costs a slow phone as much as all else here, so only a page that was here before makes it.
else if (!performance.navigation || performance.navigation.type) visit = recallVisit(storage, visit.id);

const seal = createSeal(config.api, visit);
const asked = performance.now();
const detail = visit.id
	? askLive(config.api, seal, visit.id)
	: Promise.reject(Object.assign(new Error('the address has no live id'), { name: 'NoLiveId' }));
// Whoever needs the live hears of its failure; until boot has come nobody does.
detail.catch(() => {});

window.livePage = {
	config,
	visit,
	entryAddress,
	seal,
	asked,
	detail,
	shared: { ApiError, count, formText, liveAddress, openEnvelope, readLive, records, safeAddress, text },
} as Handle;

if (showsPromotion(navigator.userAgent, config.app.userAgentToken)) document.documentElement.className = 'promoted';
