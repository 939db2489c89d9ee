/** Texts of settings; names, types and numbers are tested in `config-file.test.ts`. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mergeConfig } from '../../../src/build/config-file.mjs';
import { configWarnings } from '../../../src/build/config-rules.mjs';
import { defaults } from '../../../src/config.ts';
import { appUrl } from '../../../src/safe/app-url.ts';
import { URL_PAYLOADS } from '../../fixtures/payloads.ts';

const it = suite('config rules');

/** The message with which a configuration is refused. */
function refusal(config: object): string {
	try {
		mergeConfig(defaults, config);
		return 'accepted';
	} catch (error) {
		return (error as Error).message;
	}
}

const HOST = 'needs a valid host and port, and neither user name nor password';
const IMAGES = 'must be host names as browsers write them, such as images.example.com';
/** Values of settings that no call can follow, or that open nothing; of lists, the second entry. */
const refusedTexts: [path: string, sentence: string, values: string[]][] = [
	['api.base', HOST, ['https://[::', 'https://a.com:99999', 'https://u:p@a.com', 'https://a b.com', 'https://a.com;x']],
	['api.base', HOST, ['https://a.com ']],
	['api.base', 'must end before /juvenile, which calls add', ['https://a.com/juvenile', 'https://a.com/juvenile/api']],
	['api.fields.commentId', 'must not be empty', ['']],
	['api.fields.qualities', 'must not be empty', ['']],
	['api.okCodes.', 'must not be empty', ['']],
	['rts.logUrl', HOST, ['//u@a.com/track']],
	['share.image', HOST, ['https://a.com:x/a.png']],
	['share.image', 'must begin with https:// or http://', ['/share.png', '//a.com/share.png']],
	['newsUrl', 'needs {newsid}, in place of which each item has its id', ['https://news.example.com/', '/news/']],
	['newsUrl', 'must have no braces but {newsid}', ['https://news.example.com/{id}', '/news/{newsId}']],
	['newsUrl', 'must begin with https://, http:// or /', ['javascript:alert({newsid})']],
	['app.downloadUrl', 'must begin with https://, http:// or /', ['example.com/get', 'javascript:alert(1)']],
	['app.universalLink', 'must begin with https://', ['http://open.example.com', '/live', 'liveapp://live']],
	['app.universalLink', HOST, ['https://u@a.com']],
	['app.scheme', 'must be a scheme of the app, such as liveapp://live', ['liveapp', ' liveapp://live', 'https://live']],
	['ossHosts.', IMAGES, ['', 'https://a.com', 'a.com/x', 'a.com:443', 'A.com', 'u@a.com', '*.a.com', 'a b']],
];
for (const [path, sentence, values] of refusedTexts)
	for (const value of values)
		it(`should refuse "${value}" as ${path}`, () => {
			const names = path.split('.').filter(Boolean);
			const setting: unknown = path.endsWith('.') ? ['a.com', value] : value;
			const config = names.reduceRight((inner, name) => ({ [name]: inner }), setting);
			assert.is(refusal(config as object), `config: ${names.join('.')} ${sentence}, not "${value}"`);
		});

it('should refuse a pattern that would freeze the page', () =>
	assert.match(refusal({ rts: { whep: '(\\w+/?)+$' } }), /^config: rts.whep takes too long, .* such as artc:/));

it('should warn of an API that an https page cannot call, and of nothing else', () => {
	const warnings = (base: string) => configWarnings({ ...defaults, api: { ...defaults.api, base } });
	assert.match(`${warnings('http://api.example.com')}`, 'refuse on an https page: http://api.example.com');
	for (const base of ['', '/v1', 'https://api.example.com']) assert.equal(warnings(base), []);
});

it('should take what can be requested or opened', () => {
	const config = {
		api: { base: 'https://api.example.com:8443/v1' },
		app: { scheme: 'liveapp:', universalLink: 'https://open.example.com/live', downloadUrl: '/app.apk' },
		links: { 备案: 'https://备案.example.com/', 主办单位: '' },
		newsUrl: '/news/{newsid}',
		ossHosts: ['images.example.com', '127.0.0.1:1', 'xn--1lq90i.cn'],
		rts: { logUrl: '//log.example.com/track', preconnect: ['http://[::1]:8080'] },
	};
	const merged = mergeConfig(defaults, config);
	assert.equal([merged.app.scheme, merged.ossHosts, merged.links], ['liveapp:', config.ossHosts, config.links]);
});

it('should take no scheme for the app that the page does not open', () => {
	for (const scheme of URL_PAYLOADS.filter((payload) => !appUrl(payload) && payload))
		assert.throws(() => mergeConfig(defaults, { app: { scheme } }), /must be a scheme of the app/, scheme);
});

it.run();
