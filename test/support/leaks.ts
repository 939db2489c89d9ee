/** Token and id of a visitor, and where a request carries them that it must not. */

/** The visitor's token, with characters that are escaped in different ways. */
export const TOKEN = 'SECRETTOKEN+a/b=';
/** The visitor's id. */
export const USER = '880042001';
/** Both, as a link to the page carries them. */
export const QUERY = `userId=${USER}&token=${encodeURIComponent(TOKEN)}`;
/** Either of the two in any spelling that keeps their letters. */
export const SECRET = /SECRETTOKEN|880042001|U0VDUkVUVE9LRU4|ODgwMDQyMDAx/i;

/** Takes out of a call's form what may carry them; returns the rest. */
function withoutAllowed(form: string, path: string, wrong: string[]): string {
	const fields = new URLSearchParams(form);
	const packet = fields.get('packet');
	if (packet !== null) {
		const { token, userId, recData, ...rest } = JSON.parse(packet);
		if (token !== TOKEN || userId !== USER) wrong.push(`${path} was requested as ${token}, ${userId}`);
		fields.delete('packet');
		for (const [name, value] of Object.entries({ ...Object(recData), ...rest })) {
			const allowed =
				(path.endsWith('/save') && name === 'userId') || (path.endsWith('/getWechatShareToken') && name === 'url');
			if (!allowed) fields.append(`packet.${name}`, String(value));
		}
	}
	if (path.endsWith('/getWechatShareToken')) fields.delete('url');
	return [...fields].join('\n');
}

/** Finds leaks in requests to the page's origin or another, a sentence each. */
export function leaks(
	page: string,
	{ method, url, headers, body }: { method: string; url: string; headers: Record<string, string>; body: string },
): string[] {
	const wrong: string[] = [];
	const { pathname, search, origin, hash } = new URL(url);
	const isCall = origin === page && pathname.startsWith('/juvenile/');
	const [query, content] = isCall
		? [search.slice(1), body].map((form) => withoutAllowed(form, pathname, wrong))
		: [search, body];
	for (const [what, text] of Object.entries({
		path: pathname + hash,
		query,
		body: content,
		headers: JSON.stringify(headers),
	}))
		if (SECRET.test(text!) || SECRET.test(decodeURIComponent(text!.replace(/%(?![0-9a-f]{2})/gi, '%25'))))
			wrong.push(`${what} of ${method} ${url.slice(0, 300)}`);
	// The origin alone, at most: `strict-origin`.
	if (headers['referer'] && headers['referer'] !== `${page}/`)
		wrong.push(`referer ${headers['referer']} of ${method} ${pathname}`);
	return wrong;
}
