import type { Live } from '../api/complete-live.ts';
import type { Config } from '../config.ts';
import { qualitiesOf } from '../player/core/list-qualities.ts';
import { streamOf } from '../player/core/source.ts';
import { listOf, type Rules } from './finding.ts';
import type { PageFacts } from './page.ts';
import { endpointOf } from './page-requests.ts';
import { allows, allowsScripts, readPolicies, type Use } from './policy.ts';

/** By `share/wechat.ts` and `share/qq.ts`. */
const SHARE_SCRIPTS = ['https://res.wx.qq.com/open/js/jweixin-1.6.0.js', 'https://open.mobile.qq.com/sdk/qqapi.js'];

/** Characters of a policy. */
const SHOWN = 60;

/** Actions of the page, in the words of a finding. */
function usesOf({ facts, url }: PageFacts, config: Config, live: Live): [what: string, use: Use][] {
	const scripts = 'the page’s scripts';
	const uses: [string, Use][] = [
		...facts.inlined.map((use): [string, Use] => [use.kind === 'style' ? 'the style sheet' : scripts, use]),
		['styles of the introduction', { kind: 'style-attribute' }],
		['the page’s icon', { kind: 'img', url: 'data:,' }],
		['calls of the API', { kind: 'connect', url: config.api.base || url.origin }],
		[scripts, { kind: 'script', url: new URL('app.js', url).href, inserted: !config.api.base }],
		['the page’s images', { kind: 'img', url: new URL('image.svg', url).href }],
		['the service worker', { kind: 'worker', url: new URL('service-worker.js', url).href }],
	];
	for (const script of SHARE_SCRIPTS)
		uses.push(['the share scripts of WeChat and QQ', { kind: 'script', url: script, inserted: true }]);
	for (const image of [live.poster, live.headPic].filter(Boolean)) uses.push(['images', { kind: 'img', url: image }]);
	const addressesOf = (status: number) => qualitiesOf({ ...live, status }, config).map(({ address }) => address);
	if (live.playbackUrl || live.playbackQualities[0])
		for (const address of addressesOf(3))
			// A script plays HLS through `blob:`.
			for (const media of /\.m3u8($|\?)/i.test(address) ? [address, `blob:${url.origin}/`] : [address])
				uses.push(['the replay', { kind: 'media', url: media }]);
	if (live.originRts || live.qualities[0])
		for (const address of addressesOf(1)) {
			const signalling = endpointOf(address, config.rts, url);
			uses.push(
				signalling
					? ['signalling of the stream', { kind: 'connect', url: signalling }]
					: ['the stream', { kind: 'media', url: streamOf(address, config.rts.whep).address }],
			);
		}
	return uses;
}

/** Judges every policy of the header, as a browser applies them: each has to allow what the page does. */
export function judgePolicies({ expect }: Rules, page: PageFacts, config: Config, live: Live): void {
	const uses = usesOf(page, config, live);
	for (const policy of readPolicies(page.html.headers['content-security-policy'] ?? '')) {
		const forbidden = uses.filter(([, use]) => !allows(policy, use, page.url)).map(([what]) => what);
		const names = allowsScripts(policy) ? [...new Set(forbidden)] : ['all scripts'];
		const text = [...policy].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
		const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
		expect('policy', !names.length, 'the header Content-Security-Policy forbids nothing that the page needs', [
			`The header Content-Security-Policy (“${shown}”) forbids ${listOf(names)}.`,
			'Leave only frame-ancestors in it, at the static host or CDN: the HTML has a policy of its own.',
		]);
	}
}
