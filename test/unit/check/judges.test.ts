/** Limits of what the check judges, each with its negative twin. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRules, mergeByName, type Result, type Rules } from '../../../src/check/finding.ts';
import { type Exchange, LimitError } from '../../../src/check/http-client.ts';
import { judgeApi } from '../../../src/check/judge-api.ts';
import { judgeConfig } from '../../../src/check/judge-config.ts';
import { judgeCertificates, judgeHosts } from '../../../src/check/judge-hosts.ts';
import { judgePage } from '../../../src/check/page.ts';
import { judgeStream } from '../../../src/check/judge-stream.ts';
import type { StreamFacts } from '../../../src/check/play-stream.ts';
import type { RtpFacts } from '../../../src/check/rtp-facts.ts';
import { defaults } from '../../../src/config.ts';

const it = suite('check: limits');
const DAY = 86_400_000;
const PAGE = new URL('https://live.example.com/?id=1');
const API = { ...defaults.api, base: PAGE.origin };

/** What is found by rules that are handed in. */
function resultsOf(judge: (rules: Rules) => unknown): Result[] {
	const rules = createRules('page');
	judge(rules);
	return rules.results;
}

/** `level id` of each finding. */
const findings = (results: Result[]) =>
	results.flatMap(({ level, id }) => (level === 'passed' ? [] : [`${level} ${id}`]));

const answered: Exchange = {
	url: 'https://live.example.com/juvenile/api/live/detail',
	method: 'GET',
	status: 200,
	headers: { 'cache-control': 'no-store', date: new Date(1e12).toUTCString() },
	body: Buffer.from('{}'),
	ms: 100,
	arrivals: [],
	largestRecord: 0,
	at: 1e12,
};

for (const [error, days, found] of [
	['', 14, []],
	['', 13, ['note certificate-days']],
	['', 3, ['note certificate-days']],
	['', 2, ['fault certificate-days']],
	['CERT_HAS_EXPIRED', -1, ['fault certificate']],
] as const)
	it(`should judge a certificate of ${days} days ${error}`, () => {
		const hosts = new Map([['live.example.com', { error, validTo: 1e12 + days * DAY + 1 }]]);
		assert.equal(findings(resultsOf((rules) => judgeCertificates(rules, hosts, 1e12))), found);
	});

it('should take what the build adds to rts.first for no mistake', () => {
	const text = (name: string) => `{"rts":{"first":"/{id}.flv","${name}":"/{id}.flv"}}`;
	const judge = (name: string) => findings(resultsOf((rules) => judgeConfig(rules, text(name))));
	assert.equal([judge('known'), judge('knwon')], [[], ['fault config']]);
});

it('should miss an address of IPv4', () => {
	const hosts = new Map([
		['live.example.com', [6, 4]],
		['play.example.com', [6]],
	]);
	assert.equal(findings(resultsOf((rules) => judgeHosts(rules, hosts))), ['fault host-ipv6']);
});

for (const [url, found, hops = [], plain] of [
	['https://live.example.com/', []],
	['https://live.example.com/', ['note redirect'], ['http://live.example.com/', 'https://live.example.com/']],
	[
		'https://a.example/b/',
		['fault redirect-plain'],
		['https://a.example/b', 'http://a.example/b/', 'https://a.example/b/'],
	],
	['http://live.example.com/', ['fault https']],
	['https://live.example.com/', ['note http'], [], '<div id="app">'],
	['https://live.example.com/', [], [], '<h1>301 Moved Permanently</h1>'],
	['http://192.168.1.5:8080/', ['fault https']],
	['http://localhost:8080/', ['note https']],
	['http://127.0.0.1:8080/', ['note https']],
] as [string, string[], string[]?, string?][])
	it(`should judge a page at ${url} ${hops.length ? `by way of ${hops.join()}` : ''}${plain ? ` by http ${plain}` : ''}`, () => {
		const facts = { config: undefined, inlined: [], odd: [], shareImage: '' };
		const page = {
			url: new URL(url),
			hops: (hops.length ? hops : [url]).map((hop) => new URL(hop)),
			html: answered,
			built: undefined,
			plain: plain ? { exchange: { ...answered, body: Buffer.from(plain) } } : undefined,
			facts,
		};
		assert.equal(findings(resultsOf((rules) => judgePage(rules, page))), [...found, 'fault other-page']);
	});

for (const [changes, found] of [
	[{}, []],
	[{ ms: 1_001 }, ['note slow']],
	[{ ms: 3_001 }, ['fault slow']],
	[{ at: 1e12 + 29_000 }, []],
	[{ at: 1e12 + 31_000 }, ['note clock']],
	[{ at: 1e12 - 31_000 }, ['note clock']],
] as const)
	it(`should judge an answer with ${JSON.stringify(changes)}`, () => {
		const calls = [{ name: 'live/detail', exchange: { ...answered, ...changes }, fields: [] }];
		assert.equal(
			findings(resultsOf((rules) => judgeApi(rules, { raw: {}, calls, comments: [], newsImage: '' }, API, PAGE, true))),
			found,
		);
	});
for (const [base, found] of [
	['http://live.example.com', ['fault api-https']],
	['https://live.example.com', []],
] as const)
	it(`should judge an API at ${base}`, () => {
		const facts = { raw: {}, calls: [], comments: [], newsImage: '' };
		assert.equal(findings(resultsOf((rules) => judgeApi(rules, facts, { ...API, base }, PAGE, true))), found);
	});
it('should not judge a call that its own limits have kept from being sent', () => {
	const calls = [{ name: 'live/detail', error: new TypeError(), failure: new LimitError('used up'), fields: [] }];
	assert.equal(
		findings(resultsOf((rules) => judgeApi(rules, { raw: {}, calls, comments: [], newsImage: '' }, API, PAGE, true))),
		[],
	);
});

const media: RtpFacts = {
	firstSound: 600,
	firstFrame: 700,
	sps: { profile: 66, constraints: 0x40, level: 3.1, width: 1280, height: 720 },
	reordered: 0,
	fps: 25,
	keyframeInterval: 2_000,
	kbps: 1_100,
	loss: 0,
	silent: false,
	channels: 2,
};
const SECTION = 'UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96';
const stream: StreamFacts = {
	quality: { name: '高清', kbps: 1_130, address: 'artc://live.example.com/a', audioOnly: false },
	kind: 'artc',
	wants: { audio: true, video: true },
	exchange: answered,
	answer: `m=audio 9 ${SECTION} opus/48000/2\r\na=fmtp:96 stereo=1\r\nm=video 9 ${SECTION} H264/90000\r\n`,
	candidates: [{ protocol: 'udp', address: '203.0.113.7', port: 8000 }],
	tcp: true,
	ice: 'connected',
	dtls: 'connected',
	times: { ice: 300, dtls: 500 },
	media,
};
const candidate = (address: string) => ({ candidates: [{ protocol: 'udp' as const, address, port: 8000 }] });
const of = (fields: Partial<RtpFacts>) => ({ media: { ...media, ...fields } });
const unconnected = { times: {}, ice: 'failed', media: undefined } as const;
const sps = (fields: object) => of({ sps: { ...media.sps!, ...fields } });
for (const [what, changes, found] of [
	['nothing wrong', {}, []],
	['signalling in 1 s', { exchange: { ...answered, ms: 999 } }, []],
	['slower signalling', { exchange: { ...answered, ms: 1_001 } }, ['note signalling-slow']],
	['a private address', candidate('10.0.0.5'), ['fault ice-address']],
	['a loopback address', candidate('127.0.0.1'), ['fault ice-address']],
	['IPv6 only', candidate('2001:db8::7'), ['fault ice-ipv6']],
	['no UDP, and a closed port of TCP', { ...unconnected, tcp: false }, ['fault ice', 'fault ice-tcp-closed']],
	['no UDP, and an open port of TCP', unconnected, ['note ice-udp']],
	['sound after 1.9 s', of({ firstSound: 2_400 }), []],
	['sound after 2.1 s', of({ firstSound: 2_600 }), ['note sound-late']],
	['no keyframe', of({ firstFrame: undefined }), ['fault frame-none']],
	['a frame after 2.9 s', of({ firstFrame: 3_400 }), []],
	['a frame after 3.1 s', of({ firstFrame: 3_600 }), ['fault frame-late']],
	['High at level 4.2', sps({ profile: 100, level: 4.2 }), []],
	['1440p', sps({ width: 2_560 }), ['fault level']],
	['10 bits', sps({ profile: 110 }), ['fault profile']],
	['level 5.2', sps({ level: 5.2 }), ['fault level']],
	['B-frames', of({ reordered: 1, fps: 5 }), ['fault b-frames']],
	['10 frames a second', of({ fps: 10 }), []],
	['9 frames a second', of({ fps: 9 }), ['note fps']],
	['5 frames a second', of({ fps: 5 }), ['fault fps']],
	['a keyframe every 2.9 s', of({ keyframeInterval: 2_900 }), []],
	['one every 4 s', of({ keyframeInterval: 4_000 }), ['note keyframe-interval']],
	['one at a request', { ...of({ keyframeInterval: 9_900 }), keyframeAnswered: true }, ['note keyframe-interval']],
	['none at a request', { ...of({ keyframeInterval: 9_900 }), keyframeAnswered: false }, ['fault keyframe-interval']],
	['2 % lost', of({ loss: 0.02 }), []],
	['3 % lost', of({ loss: 0.03 }), ['fault loss']],
	['a rate 39 % over the configured', of({ kbps: 1_570 }), []],
	['a rate 41 % over', of({ kbps: 1_600 }), ['fault kbps']],
	['a rate below half', of({ kbps: 500 }), ['note kbps']],
	['a rate where none is configured', { quality: { ...stream.quality, kbps: 0 }, ...of({ kbps: 5_000 }) }, []],
] as [string, Partial<StreamFacts>, string[]][])
	it(`should judge a stream with ${what}`, () =>
		assert.equal(findings(resultsOf((rules) => judgeStream(rules, { ...stream, ...changes }, PAGE, false))), found));

it('should recommend what plays without UDP where nothing does', () => {
	const fixOf = (hasFallback: boolean) =>
		resultsOf((rules) => judgeStream(rules, { ...stream, tcp: undefined! }, PAGE, hasFallback)).find(
			({ id }) => id === 'ice-tcp',
		)!.fix;
	assert.match(fixOf(false), 'or set rts.hlsFallback');
	assert.not.match(fixOf(true), 'hlsFallback');
});

it('should say once what holds of several qualities', () => {
	const results = resultsOf((rules) => judgeStream(rules, { ...stream, ...candidate('10.0.0.5') }, PAGE, false));
	const merged = mergeByName(['高清', '标清'].map((name) => ({ name, results })));
	const [finding] = merged.filter(({ level }) => level === 'fault');
	assert.is(finding!.message, '高清 and 标清: the answer names only 10.0.0.5, which phones cannot reach.');
});

it.run();
