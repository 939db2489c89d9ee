/** What the check says of share cards and app links, one fault at a time. */
import { suite } from 'uvu';
import { answer, refuse, checkScenes, onPath, replace } from '../../support/check-scenes.ts';
import { PAGE, type CheckWorld } from '../../support/check-world.ts';
import type { Passage } from '../../support/faulty-proxy.ts';

const setting = (from: string | RegExp, to: string) => (world: CheckWorld) =>
	void (world.changes.page = onPath('/', replace(from, to)));
const onToken = (by: (passage: Passage) => unknown) => (world: CheckWorld) =>
	void (world.changes.page = onPath('/getWechatShareToken', by));
const onImage = (by: (passage: Passage) => unknown) => (world: CheckWorld) =>
	void (world.changes.page = onPath('/cover.png', by));
const sign = (name: string, value: unknown) =>
	onToken((passage) => {
		if (passage.status !== 200) return;
		const parsed = JSON.parse(passage.body.toString());
		parsed.recData.sign[name] = value;
		passage.body = Buffer.from(JSON.stringify(parsed));
	});
/** A PNG of 100x100, as far as its size is read. */
const SMALL = Buffer.concat([
	Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
	Buffer.from([0, 0, 0, 100, 0, 0, 0, 100]),
]);
const larger = (passage: Passage) => {
	passage.body = Buffer.concat([passage.body, Buffer.alloc(2_000_000)]);
	passage.headers['content-length'] = `${passage.body.length}`;
};
const ELSEWHERE = 'https://www.example.com/';
const refuseExtended = (passage: Passage) => /singlemessage/.test(passage.form) && answer(400)(passage);
const UNIVERSAL = replace('"app":{', `"app":{"universalLink":"${PAGE}/open",`);
const DOWNLOAD = replace('"app":{', '"app":{"downloadUrl":"/app.html",');
/** Configures both app links, and serves what they need but for one. */
const appLinks = (missing: RegExp) => (world: CheckWorld) => {
	world.changes.page = (passage) => {
		if (passage.path === '/') {
			UNIVERSAL(passage);
			DOWNLOAD(passage);
			replace(PAGE, world.page.url)(passage);
		}
		if (/apple-app-site-association|app\.html/.test(passage.path))
			answer(missing.test(passage.path) ? 404 : 200, '{}')(passage);
	};
};

const sharing = suite('check: sharing');
checkScenes(
	sharing,
	['sharing'],
	[
		['share-link', 'a link to another host', ({ origin }) => origin.setLive({ id: '1', shareUrl: ELSEWHERE })],
		['share-id', 'a link without id', ({ origin }) => origin.setLive({ id: '1', shareUrl: `${PAGE}/` })],
		['share-image-url', 'a relative URL in the HTML', setting(/(og:image" content=")[^"]*/, '$1./share.png')],
		['share-image', 'an image that is not there', onImage(answer(404))],
		['share-image-referrer', 'an image that needs a referrer', onImage(refuse(false))],
		['share-image-kind', 'an image that is HTML', onImage(answer(200, '<html>'))],
		['share-image-kind', 'an image that is SVG', onImage(answer(200, '<svg>'))],
		['share-image-heavy', 'an image of megabytes', onImage(larger)],
		['share-image-size', 'a small image', onImage((passage) => (passage.body = SMALL))],
		['share-signature', 'a call that is not there', onToken(answer(404))],
		['share-signature', 'an answer without a signature', onToken(answer(200, '{"recData":{}}'))],
		['share-form', 'no nonceStr', sign('nonceStr', '')],
		['share-form', 'a time in milliseconds', sign('timestamp', Date.now())],
		['share-form', 'another appid', sign('appid', 'demo')],
		['share-url', 'no signature for a link that WeChat extended', onToken(refuseExtended)],
		['share-any-url', 'a signature for any host', onToken((passage) => passage.status === 403 && answer(200)(passage))],
		['universal-link', 'no association for iOS', appLinks(/association/)],
		['download', 'a download page that is not there', appLinks(/app\.html/)],
		['app-download', 'an app without a download page', setting('"app":{', '"app":{"scheme":"liveapp://live",')],
	],
);
sharing.run();
