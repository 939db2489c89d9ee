/**
 * Stage script: the rules of an evening on a weak link, the controls over the video, tab and place of the visitor. Loads
 * while the stream connects.
 */
import { isMisread, readBody } from '../api/read-body.ts';
import { askToKeep } from '../network/ask-to-keep.ts';
import { registerServiceWorker } from '../network/register-service-worker.ts';
import { offerPlainly } from '../player/act/plain-offers.ts';
import { extendPlayer } from '../player/extend-player.ts';
import { createLinkRoom, linkUse } from '../player/link/link-room.ts';
import { rememberBroadcast } from '../player/report/remember-broadcast.ts';
import { countData } from '../player/report/data-count.ts';
import { firstAddress } from '../player/core/first-address.ts';
import { isReplay } from '../player/core/status.ts';
import { createPlayClient } from '../rts/play/play.ts';
import { followPlace } from '../view/page/follow-place.ts';
import { followSwipes } from '../view/tabs/swipe.ts';
import { isReturn, readPlace, writePlace } from '../visit/place.ts';
import { leavingUrl } from '../visit/leaving-url.ts';
import { createImageHold } from '../view/introduction/hold-images.ts';
import { addCss } from '../view/page/add-css.ts';
import { keepFocus } from '../view/page/keep-focus.ts';
import { createStageControls } from '../view/stage/stage-controls.tsx';
import { followVisit } from '../visit/follow-visit.ts';
import { forgetOtherUsers } from '../visit/forget-other-users.ts';
import { encodedQuery, withoutTail } from '../visit/link-tail.ts';
import { remember } from '../visit/remember.ts';
import { rememberStream } from '../visit/remembered-stream.ts';
import { connection, savesData } from '../visit/save-data.ts';
import { withoutSecrets } from '../visit/visit.ts';
import { rememberQuality, WATCHED } from '../visit/session-quality.ts';

/** Mbit/s from which loads take nothing from a stream. */
const FAST_LINK = 5;

/** Spare rate that loads need, as a multiple of the stream's; they take more than is spare. */
const SPARE_FACTOR = 1.5;

const handoff = window.livePage!;

if (!handoff.stage) {
	const { config, visit, entryUrl, signRequest, live } = handoff.head;
	const boot = handoff.boot!;
	const { player, client, imageUrl } = boot;
	const rules = extendPlayer(player, {
		link: boot,
		coverUrl: (url) => imageUrl(url, innerWidth),
		makeClient: (kind) =>
			kind === 'http' ? handoff.http!() : createPlayClient({ report: boot.report, whep: client!.whep }),
		onQuality: (name) => rememberQuality(WATCHED, name),
		savesData,
		log: (line) => console.info(line),
	});
	const isFast = () => connection().downlink! >= FAST_LINK;
	const room = createLinkRoom({
		linkUse: () => linkUse(player.state, performance.now(), rules.isLacking(), player.video),
		// A recording needs no measurement: its buffer says enough.
		measure: async () => isFast() || isReplay(player.state) || rules.hasRoom(SPARE_FACTOR),
	});
	if (client) offerPlainly(player, client.whep);
	window.onclick = null;
	keepFocus(boot.clicked);
	const images = createImageHold(room);
	handoff.stage = {
		StageControls: createStageControls(countData(player, () => handoff.picture?.bytes() ?? 0)),
		leavingUrl,
		holdImages: (content) => isFast() || images.hold(content),
		whenRoom: room.whenRoom,
		registerServiceWorker: () => registerServiceWorker(navigator.serviceWorker, config.serviceWorker),
		keepScripts: () => config.serviceWorker && askToKeep(navigator.serviceWorker),
		followVisitor(page) {
			const stopPlace = followPlace(page, readPlace(visit, isReturn()), (place) => writePlace(visit, place));
			const stopSwipes = followSwipes(document.querySelector('.panels')!, page);
			return () => {
				stopPlace();
				stopSwipes();
			};
		},
	};
	addCss(__CSS__);
	// Before the user is taken out of it.
	const { search } = location;
	followVisit(visit, entryUrl, leavingUrl);
	if (withoutSecrets(entryUrl) !== entryUrl) forgetOtherUsers(visit);
	live.catch(({ name, status }) => {
		const query = name === 'NoLiveId' && encodedQuery(search);
		if (query) return location.replace(query);
		const id = withoutTail(visit.id);
		// The API knows no such live.
		if (!id || name !== 'ApiError' || status >= 500 || status === 429) return;
		history.replaceState(history.state, '', `?id=${encodeURIComponent(id)}`);
		location.reload();
	});
	// HACK(iOS WebKit): `:active` needs a touch listener. Remove when it does not.
	// https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/AdjustingtheTextSize/AdjustingtheTextSize.html
	document.ontouchstart = () => {};
	signRequest.readBody = readBody;
	live.then(
		({ raw }) => {
			if (isMisread(raw)) player.refresh().catch(() => {});
		},
		() => {},
	);
	rememberBroadcast(player, (live, quality, isUpdate) => {
		rememberStream(visit, { id: visit.id, quality, latency: boot.latency(), live }, isUpdate);
		const { first } = config.rts;
		if (first && handoff.isFar) remember('first', visit.id, firstAddress(first, visit.id, live.originRts));
	});
	let isFree = true;
	/** Holds images that began to load before this script, or before the broadcast. */
	function holdStarted() {
		images.wake();
		const wasFree = isFree;
		isFree = room.linkUse() === 'all';
		if (wasFree && !isFree) handoff.stage!.holdImages(document.querySelector('.panels')!);
	}
	player.listeners.add(holdStarted);
	holdStarted();
}
