/**
 * Script that plays live FLV and MP4 over HTTP: the first picture, before `app`, or a live. Only a visit that needs it loads
 * it.
 */
import { showFirstPicture } from '../player/act/first-picture.ts';
import { isLive, streamOf, usesWebRtc } from '../player/core/source.ts';
import { type BuiltScript, loadScript } from '../network/load-script.ts';
import { firstAddress, firstOf, isOfStream } from '../player/core/first-address.ts';
import { createHttpClient } from '../player/act/http-client.ts';
import type { LiveLater } from '../player/act/live-buffer.ts';
import { useHttp } from '../player/act/use-http.ts';
import { SOUND_ONLY } from '../texts.ts';

declare const __LIVE_LATER__: BuiltScript;

/** Milliseconds from the detail call's answer to the offer, on a slow phone. */
const OFFER_TIME = 50;

const handoff = window.livePage!;
const { player, client, knownRate } = handoff.boot!;

const readLater = () => handoff.liveLater;
let later: Promise<LiveLater> | undefined;
const loadLater = () => {
	const { url, integrity } = __LIVE_LATER__;
	return (later = later || loadScript(url, { retry: Infinity, integrity, hasRun: readLater }).then(() => readLater()!));
};

const options = { readLater, loadLater };

/** Resolves once the picture is over, or where there is none. */
async function showFirst() {
	const { config, visit, live } = handoff.head;
	const { rts } = config;
	let { first } = handoff;
	if (!first) {
		const answer = await live;
		const address = firstOf(config, visit.id, answer);
		if (answer.status !== 1 || !address || !usesWebRtc(streamOf(answer.originRts, rts.whep).kind)) return;
		// Its burst is not to come before the answer to the stream's offer.
		await new Promise((resolve) => setTimeout(resolve, OFFER_TIME));
		first = { address, response: false };
	}
	const { address } = first;
	const response = first.response || fetch(address);
	// Firefox before 63 has no place for it.
	if (!player.video.parentElement!.attachShadow || player.state.picked === SOUND_ONLY)
		return void response.then(({ body }) => body && body.cancel()).catch(() => {});
	const allowed = live.then(
		(answer) =>
			isLive(answer.status) &&
			isOfStream(address, firstOf(config, visit.id, answer), firstAddress(rts.first, visit.id, answer.originRts)),
		({ name }: Error) => !!rts.public && name !== 'ApiError',
	);
	handoff.picture = showFirstPicture({
		player,
		client: createHttpClient(options),
		loadLater,
		address,
		response,
		allowed,
		isPublic: !!rts.public,
		rate: knownRate(),
	});
	return handoff.picture.over;
}

if (!handoff.http) {
	handoff.http = () => {
		const http = createHttpClient(options);
		// Its first media have come.
		http.on('onPlayEvent', loadLater);
		return http;
	};
	useHttp(player, client, handoff.http);
	if (handoff.isFar) handoff.pictureOver = showFirst();
}
