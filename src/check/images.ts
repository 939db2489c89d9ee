import type { Deployment } from './deployment.ts';
import { judgeKept } from './embedding.ts';
import { answerOf, replyOf, succeeds } from './http-client.ts';
import { pageHeaders } from './page-requests.ts';

/** Bytes of an image that weighs more than seconds of the stream. */
export const HEAVY = 500_000;
/** Of an image its headers are judged. */
const FIRST_BYTES = 4_096;

/**
 * Fetches images as the page does, and judges them. Resolves with the URLs of those that are not there.
 *
 * @param named by field, empty URLs included
 */
export async function checkImages({ http, page, rules }: Deployment, named: Record<string, string>): Promise<string[]> {
	const { expect, advise } = rules.api;
	const images = Object.entries(named).filter(
		([, url], index, all) => url && all.findIndex(([, other]) => other === url) === index,
	);
	const fetchImage = ([, url]: [string, string]) =>
		replyOf(http.follow(url, { headers: pageHeaders(page, url, 'image'), maxBytes: FIRST_BYTES }));
	const replies = await Promise.all(images.map(fetchImage));
	return images.flatMap(([field, url], index) => {
		const reply = replies[index];
		if (!reply) return [url];
		const { exchange } = reply;
		expect('image', succeeds(reply), `${field} is there`, [
			`${field}: the image of ${new URL(url).host} is ${answerOf(reply)}.`,
			exchange?.status === 403
				? 'List the page’s host among the referrers that this host allows, or correct the permissions of the file.'
				: 'Name the URL of an image that is there in the API, or correct that host.',
		]);
		if (!exchange || !succeeds(reply)) return [url];
		const size = Number(exchange.headers['content-length'] ?? 0);
		advise('image-size', size < HEAVY, `${field} is small enough`, [
			`${field} has ${(size / 1e6).toFixed(1)} MB, which takes ${Math.round((size * 8) / 400_000)} s of a link of 400 kbit/s from the stream.`,
			'Make it smaller where it is uploaded: 200 kB, 1280 pixels wide (ffmpeg -i in.png -vf scale=1280:-2 -q:v 4 out.jpg).',
		]);
		judgeKept(rules.api, 'image-policy', field, exchange, page);
		return [];
	});
}
