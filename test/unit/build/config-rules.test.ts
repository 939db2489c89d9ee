import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mergeConfig } from '../../../src/build/config-file.mjs';
import { configWarnings } from '../../../src/build/config-rules.mjs';
import { defaults } from '../../../src/config.ts';
import { appUrl } from '../../../src/safe/app-url.ts';
import { URL_PAYLOADS } from '../../fixtures/payloads.ts';

const it = suite('config rules');

it('should warn of what browsers refuse on an https page', () => {
	const warned = (scheme: string) => {
		const url = `${scheme}://live.example.com`;
		const rts = { first: `${url}/{id}.flv`, signal: url };
		return configWarnings(mergeConfig(defaults, { api: { base: url }, reports: { url }, rts })).length;
	};
	assert.equal(['http', 'https'].map(warned), [4, 0]);
});

it('should warn of a stream to be requested at a host without a connection', () => {
	const warned = (rts: object) => configWarnings(mergeConfig(defaults, { rts })).length;
	const stream = 'artc://play.example.com/live/{id}';
	assert.is(warned({ stream, preconnect: ['https://play.example.org'] }), 1);
	for (const also of [{ preconnect: ['https://play.example.com'] }, { signal: '/rts' }])
		assert.is(warned({ stream, ...also }), 0);
});

it('should warn of what does nothing without another setting', () => {
	const warned = (rts: object) => configWarnings(mergeConfig(defaults, { rts }));
	const picture = { public: true, first: '/live/{id}.flv' };
	const hls = { hlsFallback: true, hlsPattern: '/a$', hlsReplacement: '/a.m3u8' };
	assert.equal(warned({ ...picture, ...hls }), []);
	for (const [without, sentence] of [
		[{ ...picture, first: '' }, 'rts.public has no effect without rts.first'],
		[{ ...hls, hlsFallback: false }, 'rts.hlsPattern has no effect without rts.hlsFallback'],
		[{ ...hls, hlsPattern: '' }, 'rts.hlsReplacement has no effect without rts.hlsPattern'],
	] as const)
		assert.equal(warned(without), [`config: ${sentence}`]);
});

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
		rts: {
			logUrl: '//log.example.com/track',
			preconnect: ['http://[::1]:8080'],
			signal: 'https://live.example.com/rts/$1',
			stream: 'wheps://play.example.com:8443/{id}/whep?a=1',
		},
	};
	const merged = mergeConfig(defaults, config);
	assert.equal([merged.app.scheme, merged.ossHosts, merged.links], ['liveapp:', config.ossHosts, config.links]);
});

it('should take no scheme for the app that the page does not open', () => {
	for (const scheme of URL_PAYLOADS.filter((payload) => !appUrl(payload) && payload))
		assert.throws(() => mergeConfig(defaults, { app: { scheme } }), /must be a scheme of the app/, scheme);
});

it.run();
