/**
 * Script that plays live FLV and MP4 over HTTP: the first picture, before `app`, or a live. Only a visit that needs it loads
 * it.
 */
import { showFirstPicture } from '../player/act/first-picture.ts';
import { createHttpClient } from '../player/act/http-client.ts';
import { useHttp } from '../player/act/use-http.ts';

const handoff = window.livePage!;

function start() {
	const { head, boot, first } = handoff;
	const { player, client } = boot!;
	handoff.http = createHttpClient;
	useHttp(player, client);
	// Firefox before 63 has no place for it.
	if (!first || !player.video.parentElement!.attachShadow) return;
	const { address, response } = first;
	showFirstPicture({ player, address, response, answer: head.live, isPublic: !!head.config.rts.public });
}

if (!handoff.http) {
	if (handoff.boot) start();
	else document.addEventListener('DOMContentLoaded', start);
}
