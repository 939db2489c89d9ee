import { firstAddress, firstOf } from '../player/core/first-address.ts';
import type { Deployment } from './deployment.ts';
import { inSeconds, type Rules } from './finding.ts';
import { judgeLive, openLive, pictureTime } from './media-url.ts';
import { isReadable } from './page-requests.ts';

/**
 * Where media servers have FLV of a real-time stream, as `rts.first` names it: of `artc://host/app/stream`, and of the WHEP of
 * SRS and ZLMediaKit; '' unknown.
 */
export function flvOf(address: string): string {
	const [, host, path = ''] = /^\w+:\/\/([^/?#]+)\/([^?#@]*)/.exec(address) ?? [];
	const query = new URLSearchParams(address.split('?')[1]);
	const app = query.get('stream') && query.get('app');
	if (host && app) return `https://${host}/${app}/{stream}${path.startsWith('index/api/') ? '.live' : ''}.flv`;
	return /^artc:/.test(address) && path ? `https://${host}/${path.replace(/[^/]*$/, '{stream}')}.flv` : '';
}

/** Judges the first picture beside a real-time stream: as the page finds it, else proposes FLV where the server has it. */
export async function checkFirstPicture(
	rules: Rules,
	{ http, page, config, live, raw }: Deployment,
	stream: string,
): Promise<void> {
	const set = firstOf(config, live.id || page.searchParams.get('id') || '', { originRts: live.originRts, raw });
	const proposed = flvOf(stream);
	const address = set ? new URL(set, page).href : firstAddress(proposed, '', stream);
	// Where there is no answer, there is none.
	const exchange = address ? await openLive(http, page, address).catch(() => undefined) : undefined;
	if (!exchange) return;
	if (set) return judgeLive(rules, exchange, page, 'rts.first: ');
	const ms = pictureTime(exchange);
	if (exchange.status === 200 && ms < Infinity && isReadable(exchange, page))
		rules.note('first-picture', [
			`the server also sends this stream as FLV, with a picture after ${inSeconds(ms)}.`,
			`Set rts.first to ${proposed}, which shows it before WebRTC has connected, and where that cannot.`,
		]);
}
