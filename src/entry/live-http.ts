/**
 * Script that plays live FLV and MP4 over HTTP: the first picture, before `app`, or a live. Only a visit that needs it loads
 * it.
 */
import { showFirstPicture } from '../player/act/first-picture.ts';
import { createHttpClient } from '../player/act/http-client.ts';
import { useHttp } from '../player/act/use-http.ts';
import type { LiveAnswer } from '../api/fetch-live.ts';
import { firstAddress, isOfStream } from '../player/core/first-address.ts';
import { isLive, streamOf, usesWebRtc } from '../player/core/source.ts';
import { SOUND_ONLY } from '../texts.ts';

/** Milliseconds from the detail call's answer to the offer, on a slow phone. */
const OFFER_TIME = 50;

const handoff = window.livePage!;

function start() {
	const { head, boot, first, isFar } = handoff;
	const { player, client } = boot!;
	handoff.http = createHttpClient;
	useHttp(player, client);
	if (!isFar) return;
	const { config, visit, live } = head;
	const { rts, api } = config;
	const ownOf = ({ raw }: LiveAnswer) => raw[(api.fields.firstUrl || 'firstUrl') as 'firstUrl'];

	function show(address: string, requested?: Promise<Response> | false) {
		const response = requested || fetch(address);
		// Firefox before 63 has no place for it.
		if (!player.video.parentElement!.attachShadow || player.state.picked === SOUND_ONLY)
			return void response.then(({ body }) => body && body.cancel()).catch(() => {});
		const allowed = live.then(
			(answer) => isLive(answer.status) && isOfStream(address, rts.first, visit.id, answer.originRts, ownOf(answer)),
			({ name }: Error) => !!rts.public && name !== 'ApiError',
		);
		handoff.picture = showFirstPicture({
			player,
			address,
			response,
			allowed,
			isPublic: !!rts.public,
			rate: boot!.knownRate(),
		});
		return handoff.picture.over;
	}

	handoff.pictureOver = first
		? Promise.resolve(show(first.address, first.response))
		: live.then(async (answer) => {
				const { status, originRts } = answer;
				const address = ownOf(answer) || firstAddress(rts.first, visit.id, originRts);
				if (status !== 1 || !address || !usesWebRtc(streamOf(originRts, rts.whep).kind)) return;
				// Its burst is not to come before the answer to the stream's offer.
				await new Promise((resolve) => setTimeout(resolve, OFFER_TIME));
				return show(`${address}`);
			});
}

if (!handoff.http) {
	if (handoff.boot) start();
	else document.addEventListener('DOMContentLoaded', start);
}
