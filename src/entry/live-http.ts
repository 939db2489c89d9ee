/**
 * Script that plays live FLV and MP4 over HTTP: the first picture, before `app`, or a live. Only a visit that needs it loads
 * it.
 */
import { showFirstPicture } from '../player/act/first-picture.ts';
import { createHttpClient } from '../player/act/http-client.ts';
import { useHttp } from '../player/act/use-http.ts';
import { isOfStream } from '../player/core/first-address.ts';
import { isLive } from '../player/core/source.ts';
import { SOUND_ONLY } from '../texts.ts';

const handoff = window.livePage!;

function start() {
	const { head, boot, first } = handoff;
	const { player, client } = boot!;
	handoff.http = createHttpClient;
	useHttp(player, client);
	if (!first) return;
	// The API's may be anything.
	const address = `${first.address}`;
	const { config, visit, live } = head;
	const { rts, api } = config;
	const response = first.response || fetch(address);
	// Firefox before 63 has no place for it.
	if (!player.video.parentElement!.attachShadow || player.state.picked === SOUND_ONLY)
		return void response.then(({ body }) => body && body.cancel()).catch(() => {});
	const allowed = live.then(
		({ status, originRts, raw }) =>
			isLive(status) &&
			isOfStream(address, rts.first, visit.id, originRts, raw[(api.fields.firstUrl || 'firstUrl') as 'firstUrl']),
		({ name }: Error) => !!rts.public && name !== 'ApiError',
	);
	Object.assign(first, showFirstPicture({ player, address, response, allowed, isPublic: !!rts.public }));
}

if (!handoff.http) {
	if (handoff.boot) start();
	else document.addEventListener('DOMContentLoaded', start);
}
