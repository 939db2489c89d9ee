import type { Config } from '../config.ts';
import { streamOf } from '../player/core/source.ts';
import { parsePlayAddress, signallingUrl } from '../rts/play/address.ts';
import { whepUrl } from '../rts/play/whep.ts';

/** URL to which the page posts the offer of a stream; undefined for a media URL. */
export function endpointOf(address: string, { whep, signal }: Config['rts'], page: URL): string | undefined {
	const { kind, address: stream } = streamOf(address, whep);
	if (kind === 'url') return undefined;
	const { url } = parsePlayAddress(stream);
	return new URL(kind === 'artc' ? signallingUrl(url, page.href, signal) : whepUrl(url, page.href), page).href;
}
