/** Every place in the source where a string becomes a URL, HTML or code, with what makes it safe. A new place has to be listed here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/root.ts';

const it = suite('sinks');

/** Places where a string becomes a URL, HTML, code or a request. */
const SINK = new RegExp(
	[
		String.raw`\.(?:src|srcset|srcdoc|href|action|formAction|poster|data|innerHTML|outerHTML)\s*\+?=(?!=)`,
		String.raw`\b(?:src|srcSet|srcDoc|href|action|formAction|poster|data|dangerouslySetInnerHTML)=\{`,
		String.raw`\blocation\s*=(?!=)|\blocation\.(?:assign|replace)\(|\bnavigate\(|\bwindow\.open\(|\bself\.open\(`,
		String.raw`insertAdjacentHTML|\.write(?:ln)?\(|createContextualFragment|\bparseFromString\(`,
		String.raw`setAttribute\((?:['"](?:src|srcset|href|poster|style|action|on)|[^'"])`,
		String.raw`\bfetch\(|\bky[.(]|sendBeacon\(|new (?:Worker|WebSocket|EventSource|SharedWorker)\(|\.open\('(?:GET|POST)`,
		String.raw`\beval\(|new Function\b|\bimport\(|set(?:Timeout|Interval)\(\s*['"\x60]`,
		String.raw`\b(?:link|imgUrl|share_url|image_url):`,
	].join('|'),
);

/** The beginning of each place, as `file: line`, and why it is safe. */
const KNOWN: Record<string, string> = {
	// The page's own scripts, named by the build.
	'network/load-script.ts: script.src = attempt % 2 ? `${url}?${attempt}` : url;':
		'constants that the build defines, with their integrity, and the scripts of WeChat and QQ',
	"entry/app.tsx: document.querySelector<HTMLLinkElement>('[rel=icon]')!.href = icon;": 'a file of the build',
	// Content.
	'safe/rich-tree.ts: for (const attribute of Object.keys(attributes)) element.setAttribute(':
		'safeUrl, an image in a data: URL, a telephone number or a mail address, in createLoader',
	"safe/rich-tree.ts: if (poster) element.setAttribute('poster', imageUrl(poster));": 'safeUrl, a line above',
	'safe/rich-tree.ts: if (COPIED.includes(name) && value.length <= MAX_ATTRIBUTE) element.setAttribute(name, value);':
		'names without URLs; style is checked below',
	"safe/parse-html.ts: parsed.write('": 'a document without a browsing context',
	'safe/parse-html.ts: parsed.write(rest.slice(': 'a document without a browsing context, whose copy is sanitized',
	"view/introduction/hold-images.ts: video.setAttribute('poster', url);": 'the sanitized one that it had',
	'safe/plain-text.ts: const { body } = new DOMParser().parseFromString(':
		'a document without a browsing context, of which only the text is read',
	"view/introduction/hold-images.ts: image.setAttribute('src', held.get(image)!);":
		'taken from the sanitized image itself',
	'view/stage/head-image.tsx: src={page.imageUrl(url, SIZE)}': 'completeLive: safeUrl',
	'view/news/news-panel.tsx: src={image ? page.imageUrl(image, IMAGE_WIDTH) : fallback}': 'readNews: safeUrl',
	"view/news/news-panel.tsx: href={url || (inApp ? '#' : undefined)}": 'app.ts: safeUrl',
	'view/introduction/introduction.tsx: <a className="link" href={url || undefined} target="_blank" rel="noopener">':
		'app.ts: safeUrl',
	'view/dialogs/image-viewer.tsx: <img {...requestOf(url)} src={url} alt="" />': 'an image that the page shows already',
	'view/dialogs/open-in-browser.tsx: <img src={image} alt="" width="360" height="300" />': 'a file of the build',
	'player/core/element.ts: video.src = url;':
		'readAnswer: safeUrl or streamAddress, and hlsUrl, which is https on the host of a stream address',
	'player/core/element.ts: if (url) cover.src = coverUrl(url);': 'readAnswer: safeUrl',
	'player/live/keep-frame.ts: if (!video.poster && cover) video.poster = cover;': 'readAnswer: safeUrl',
	"player/live/keep-frame.ts: video.poster = canvas.toDataURL('image/jpeg');": 'a frame of the video',
	// Calls.
	"entry/service-worker.ts: const html = await fetch(PAGE, { cache: 'no-cache' });": 'the page without a query',
	'entry/service-worker.ts: if (copy) return reload ? fetch(request).catch(() => copy) : copy;':
		"the page's own request",
	'entry/service-worker.ts: const response = await fetch(request);': "the page's own request",
	"player/quality/measure-link.ts: const response = await fetch(location.origin + location.pathname, { cache: 'no-store' })":
		'the page without a query',
	'api/fetch-live.ts: fetch(url, ': "the configuration's host and a constant path",
	"api/explain.ts: fetch(url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit' }).then(":
		"the configuration's host and a constant path",
	'api/request.ts: const response = await ky(': "the configuration's host and constant paths",
	'api/request.ts: const response = await fetch(...request);': 'what ky passes on from `send`',
	"rts/play/send.ts: xhr.open('POST', url);": 'readAnswer: streamAddress, by whepUrl',
	"rts/play/whep.ts: if (session && session.url) fetch(session.url, { method: 'DELETE', headers, keepalive: true }).catch(() => {});":
		'named by the server that has the token',
	"rts/play/whep-replies.ts: const response = await fetch(url, { method: 'PATCH', headers: all, body })":
		'named by the server that has the token',
	'rts/sdk/remote-stream.ts: else for (const name in INLINE_ATTRIBUTES) element.setAttribute(name': 'constants',
	'rts/sdk/reporter.ts: image.src = url;': "the configuration's track endpoint",
	// Leaving the page.
	'native/open-app.ts: navigate = (url) => (location.href = url),': 'what the two calls below pass',
	'native/open-app.ts: navigate(download);': 'safeUrl',
	'native/open-app.ts: navigate(url);': 'appUrl or safeUrl',
	// Share cards.
	'share/share-card.ts: link: string;': 'a type',
	'share/share-card.ts: imgUrl: string;': 'a type',
	'share/share-card.ts: link: withoutSecrets(safeUrl(shareUrl, page)) || own,': 'safeUrl',
	'share/share-card.ts: imgUrl: safeUrl(coverImg, page) || safeUrl(share.image, page),': 'safeUrl',
	'share/qq.ts: share_url: new URL(link).host === new URL(page).host ? link : page,': 'shareData: safeUrl',
	'share/qq.ts: image_url: imgUrl,': 'shareData: safeUrl',
};

it('should be the listed ones', () => {
	const found: string[] = [];
	for (const name of (readdirSync(join(root, 'src'), { recursive: true }) as string[]).sort()) {
		// The check of a deployment runs in Node.
		if (!/\.tsx?$/.test(name) || name.startsWith('check')) continue;
		for (const line of readFileSync(join(root, 'src', name), 'utf8').split('\n')) {
			const code = line.trim();
			if (SINK.test(code) && !/^(?:\*|\/\/|\/\*|import )/.test(code))
				found.push(`${name.replaceAll('\\', '/')}: ${code}`);
		}
	}
	assert.equal(
		found.filter((place) => !Object.keys(KNOWN).some((start) => place.startsWith(start))),
		[],
		'a new place that turns a string into a URL or HTML: list it here with what makes it safe',
	);
	assert.equal(
		Object.keys(KNOWN).filter((start) => !found.some((place) => place.startsWith(start))),
		[],
		'these places are gone',
	);
});

it('should be found by the pattern', () => {
	for (const code of [
		'a.src = b',
		'frame.srcdoc = x',
		'<a href={x}>',
		'location = x',
		'location.replace(x)',
		'window.open(x)',
		'node.innerHTML += x',
		'eval(x)',
		'new Function',
		"setTimeout('x')",
		'navigator.sendBeacon(x)',
		"element.setAttribute('href', x)",
	])
		assert.match(code, SINK);
	for (const code of ['a.src === b', 'const source = b', 'page.location.href', 'setTimeout(then, 5)'])
		assert.not.match(code, SINK);
});

it.run();
