/** Texts of settings; names, types and numbers are tested in `config-file.test.ts`. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mergeConfig } from '../../../src/build/config-file.mjs';
import { configWarnings } from '../../../src/build/config-rules.mjs';
import { defaults } from '../../../src/config.ts';
import { appUrl } from '../../../src/safe/app-url.ts';
import { URL_PAYLOADS } from '../../fixtures/url-payloads.ts';

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

/** Values of settings that no call can follow, or that open nothing. */
const refusedTexts: [path: string, sentence: string, ...values: string[]][] = [
	[
		'api.base',
		'needs a valid host and port, and neither user name nor password',
		'https://[::',
		'https://a.com:99999',
		'https://u:p@a.com',
		'https://a b.com',
		'https://a.com;x',
		'https://a.com ',
	],
	['rts.logUrl', 'needs a valid host and port, and neither user name nor password', '//u@a.com/track'],
	['share.image', 'needs a valid host and port, and neither user name nor password', 'https://a.com:x/a.png'],
	['api.base', 'must end before /juvenile, which calls add', 'https://a.com/juvenile', 'https://a.com/juvenile/api'],
	['share.image', 'must begin with https:// or http://', '/share.png', '//a.com/share.png'],
	['newsUrl', 'needs {newsid}, in place of which each item has its id', 'https://news.example.com/', '/news/'],
	['newsUrl', 'must have no braces but {newsid}', 'https://news.example.com/{id}', '/news/{newsId}'],
	['newsUrl', 'must begin with https://, http:// or /', 'javascript:alert({newsid})'],
	['app.downloadUrl', 'must begin with https://, http:// or /', 'example.com/get', 'javascript:alert(1)'],
	['app.universalLink', 'must begin with https://', 'http://open.example.com', '/live', 'liveapp://live'],
	['app.universalLink', 'needs a valid host and port, and neither user name nor password', 'https://u@a.com'],
	[
		'app.scheme',
		'must be a scheme of the app, such as liveapp://live',
		'liveapp',
		' liveapp://live',
		'JavaScript:alert(1)',
		'data:text/html,x',
		'http://live',
		'https://live',
	],
];
for (const [path, sentence, ...values] of refusedTexts)
	for (const value of values)
		it(`should refuse ${value} as ${path}`, () => {
			const [group = '', name] = path.split('.');
			const config = name ? { [group]: { [name]: value } } : { [group]: value };
			assert.is(refusal(config), `config: ${path} ${sentence}, not "${value}"`);
		});

for (const host of ['', 'https://a.com', 'a.com/x', 'a.com:443', 'A.com', 'u@a.com', '*.a.com', 'a b'])
	it(`should refuse "${host}" as a host of images`, () =>
		assert.is(
			refusal({ ossHosts: ['a.com', host] }),
			`config: ossHosts must be host names as browsers write them, such as images.example.com, not "${host}"`,
		));

for (const name of ['commentId', 'qualities'])
	it(`should refuse an empty name of the field ${name}`, () =>
		assert.is(refusal({ api: { fields: { [name]: '' } } }), `config: api.fields.${name} must not be empty, not ""`));

it('should refuse an empty code of success', () =>
	assert.match(refusal({ api: { okCodes: ['0', ''] } }), 'api.okCodes must not be empty'));

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
