import { firstOf } from '../player/core/first-address.ts';
import type { Deployment } from './deployment.ts';
import { inSeconds, type Rules } from './finding.ts';
import { judgeLive, openLive, pictureTime } from './media-url.ts';
import { isReadable } from './page-requests.ts';

/** Where media servers have FLV of a real-time stream: of `artc://host/app/stream`, and of SRS's WHEP; '' unknown. */
function flvOf(address: string): string {
	const [, host, path = ''] = /^\w+:\/\/([^/?#]+)\/([^?#@]*)/.exec(address) ?? [];
	const query = new URLSearchParams(address.split('?')[1] ?? '');
	const [app, stream] = [query.get('app'), query.get('stream')];
	if (!host) return '';
	if (app && stream) return `https://${host}/${app}/${stream}.flv`;
	return /^artc:/.test(address) && path ? `https://${host}/${path}.flv` : '';
}

/** Judges the first picture beside a real-time stream: as the page finds it, else proposes FLV where the server has it. */
export async function checkFirstPicture(
	rules: Rules,
	{ http, page, config, live, raw }: Deployment,
	stream: string,
): Promise<void> {
	const set = firstOf(config, live.id || page.searchParams.get('id') || '', { originRts: live.originRts, raw });
	const address = set ? new URL(set, page).href : flvOf(stream);
	// Where there is no answer, there is none.
	const exchange = address ? await openLive(http, page, address).catch(() => undefined) : undefined;
	if (!exchange) return;
	if (set) return judgeLive(rules, exchange, page, 'rts.first: ');
	const ms = pictureTime(exchange);
	if (exchange.status === 200 && ms < Infinity && isReadable(exchange, page))
		rules.note('first-picture', [
			`the server also sends this stream as FLV, with a picture after ${inSeconds(ms)}.`,
			`Set rts.first to ${address.replace(/[^/]+(?=\.flv$)/, '{stream}')}, which shows it before WebRTC has connected, and where that cannot.`,
		]);
}
