/** Script that plays live FLV and MP4 over HTTP. Only a visit that needs it loads it. */
import { createHttpClient } from '../player/act/http-client.ts';
import { useHttp } from '../player/act/use-http.ts';

const handoff = window.livePage!;

if (!handoff.http) {
	const { player, client } = handoff.boot!;
	handoff.http = createHttpClient;
	useHttp(player, client);
}
