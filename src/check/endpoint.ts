import { streamOf } from '../player/core/source.ts';
import { parsePlayAddress, signallingUrl } from '../rts/play/address.ts';
import { whepUrl } from '../rts/play/whep.ts';

/** URL to which the page posts the offer of a stream; undefined for a media URL. @param whep pattern `rts.whep` */
export function endpointOf(address: string, whep: string, page: URL): string | undefined {
	const { kind, address: stream } = streamOf(address, whep);
	if (kind === 'url') return undefined;
	const { url } = parsePlayAddress(stream);
	return new URL(kind === 'artc' ? signallingUrl(url, page.href) : whepUrl(url, page.href), page).href;
}
