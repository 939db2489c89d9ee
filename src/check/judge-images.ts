import { isKept } from './embedding.ts';
import { createRules, type Result } from './finding.ts';
import { LimitError } from './http-client.ts';
import type { ImageFacts } from './look-at-images.ts';

/** Bytes of an image that weighs more than seconds of the stream. */
export const HEAVY = 500_000;
/** The change where a host keeps its files from other pages. */
export const SHARE_FILES = 'Send Cross-Origin-Resource-Policy: cross-origin from that host, or leave the header out.';

/** Judges images that the page shows. */
export function judgeImages(images: ImageFacts[], page: URL): Result[] {
	const { results, expect, advise, fault } = createRules('api');
	for (const { field, url, exchange, error } of images) {
		if (error instanceof LimitError) continue;
		const { host } = new URL(url);
		if (!exchange) {
			fault('image', [
				`${field}: ${host} does not send the image (${(error as Error).message}).`,
				'Name another URL in the API, or correct that host.',
			]);
			continue;
		}
		const { status } = exchange;
		expect('image', status > 199 && status < 300, `${field} is there`, [
			`${field}: ${host} answers the image with status ${status}.`,
			status === 403
				? 'List the page’s host among the referrers that this host allows, or correct the permissions of the file.'
				: 'Name the URL of an image that is there, in the API.',
		]);
		if (status < 300) {
			const size = Number(exchange.headers['content-length'] ?? 0);
			advise('image-size', size < HEAVY, `${field} is small enough`, [
				`${field} has ${(size / 1e6).toFixed(1)} MB, which takes ${Math.round((size * 8) / 400_000)} s of a link of 400 kbit/s from the stream.`,
				'Make it smaller where it is uploaded: 200 kB, 1280 pixels wide (ffmpeg -i in.png -vf scale=1280:-2 -q:v 4 out.jpg).',
			]);
			expect('image-policy', !isKept(exchange, page), `${field} may be shown on the page`, [
				`${field}: browsers keep the image of ${host} from the page (Cross-Origin-Resource-Policy: ${exchange.headers['cross-origin-resource-policy']}).`,
				SHARE_FILES,
			]);
		}
	}
	return results;
}
