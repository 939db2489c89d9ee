/** What the check reads out of what it gets. */
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readNews } from '../../../src/api/news.ts';
import { readLive } from '../../support/read-live.ts';
import { readArguments } from '../../../src/check/arguments.ts';
import { candidatesOf, reachOf } from '../../../src/check/candidates.ts';
import { isKept } from '../../../src/check/embedding.ts';
import { expiryOf } from '../../../src/check/expiry.ts';
import { flvOf } from '../../../src/check/first-picture.ts';
import { firstDifference, readBuiltHtml, readHtml, scriptsIn } from '../../../src/check/html.ts';
import { allows, allowsScripts, readPolicies, type Use } from '../../../src/check/policy.ts';
import { asJson, asText } from '../../../src/check/print.ts';
import { probeFields } from '../../../src/check/probe-fields.ts';
import { createRedact } from '../../../src/check/redact.ts';

const it = suite('check: facts');
let before: Location;
it.before(() => {
	before = globalThis.location;
	Object.assign(globalThis, { location: { href: 'https://page.test/' } });
});
it.after(() => void Object.assign(globalThis, { location: before }));

const PAGE = 'https://live.example.com/?id=1';
const SECRETS = `${PAGE}&token=secret&userId=42`;
for (const [args, sentence] of [
	[[], /^There is no address; the arguments are .*\.$/],
	[['a', 'b'], /^There is more than one address; /],
	[['live.example.com'], /^The address begins with https:\/\/ or http:\/\/; /],
	[['https://u:p@live.example.com/?id=1'], /without user name and password\.$/],
	[['https://live.example.com/'], /^The address needs the id of a live, such as \?id=1\.$/],
	[[PAGE, '--user', '42'], /^A member needs both, --user and --token\.$/],
	[[PAGE, '--write'], /^--write needs --user and --token\.$/],
	[[PAGE, '--colour'], /^Unknown option '--colour'; the arguments are .*\.$/],
	[[PAGE, '--token'], /^Option '--token <value>' argument missing; the arguments are .*\.$/],
] as const)
	it(`should say in one sentence what is wrong with ${args.join(' ') || 'no arguments'}`, () =>
		assert.throws(() => readArguments([...args]), sentence));
it('should take the member of the address, or of the options, out of the address', () => {
	for (const args of [[SECRETS], [PAGE, '--user', '42', '--token', 'secret', '--json', '--all', '--write']]) {
		const { url, visit, json } = readArguments(args);
		assert.equal([url.href, visit], [PAGE, { id: '1', userId: '42', token: 'secret' }]);
		assert.is(json, args.length > 1);
	}
});

const NO_SECRET = 'app.be5eec82.js, max-age=3600, stereo=1, a keyframe every 2 s';
for (const [text, shown] of [
	['artc://a.example/live/x?auth_key=1-2-abc@subvideo=no', 'artc://a.example/live/x?auth_key=…@subvideo=no'],
	['“{"token":"member-secret"}”', '“{"token":"…"}”'],
	['sign=abc&packet=1', 'sign=…&packet=1'],
	['https://user:pass@host/', 'https://…@host/'],
	['artc://user:pass@host/a@subvideo=no', 'artc://…@host/a@subvideo=no'],
	['/?id%3D1%26token%3Dabcdef&a=1', '/?id%3D1%26token%3D…&a=1'],
	['/?id=1;token=abcdef', '/?id=1;token=…'],
	['/?id=1&token%20=abcdef', '/?id=1&token%20=…'],
	[`signature ${'0af'.repeat(14)} refused`, 'signature … refused'],
	['key%20of%20page', '…'],
	['the server says “no member-sec”', 'the server says “no …”'],
	[NO_SECRET, NO_SECRET],
] as const)
	it(`should show ${text} without secrets`, () =>
		assert.is(createRedact(['member-secret', 'key of page', '', undefined])(text), shown));

const live = { id: 1, status: 1, title: 'a', peopleCount: 0, coverImg: 'https://a.example/a.png' };
for (const [fields, unreadable, cut] of [
	[{}, [], []],
	[{ title: [] }, [], []],
	[{ title: {} }, ['title'], []],
	[{ coverImg: 5 }, ['coverImg'], []],
	[{ peopleCount: '1.2万' }, [], []],
	[{ status: 'live' }, ['status'], []],
	[{ title: 'a'.repeat(300) }, [], []],
	[{ title: 'a'.repeat(301) }, [], ['title']],
	[{ startTime: '2026-12-31T19:00:00+08:00' }, [], []],
	[{ startTime: '2026-12-31T11:00:00.000Z' }, [], []],
] as [object, string[], string[]][])
	it(`should probe the page's own reader with ${JSON.stringify(fields).slice(0, 40)}`, () => {
		const facts = probeFields((one) => readLive(one), { ...live, ...fields });
		assert.equal([facts.unreadable, facts.cut], [unreadable, cut]);
	});
it('should name what a reader reads and a record lacks', () => {
	const { missing } = probeFields((one) => readNews([one]), { newsid: 1, img: '' });
	assert.equal(missing, ['newstitle', 'img', 'headImg', 'readnum', 'commentCountNew']);
});

for (const [addresses, reach] of [
	['127.0.0.1 ::1', 0],
	['10.1.2.3 172.16.0.1 100.64.0.1 fd00::1 4f2a.local', 1],
	['172.32.0.1 203.0.113.7', 2],
] as const)
	for (const address of addresses.split(' '))
		it(`should know how far ${address} is reached`, () => assert.is(reachOf(address), reach));
it('should read candidates of media, not of RTCP', () => {
	const lines = [
		'1 1 UDP 99 203.0.113.7 8000 typ host',
		'1 2 udp 98 203.0.113.7 8001 typ host',
		'2 1 tcp 9 203.0.113.7 443 typ host tcptype passive',
	];
	assert.equal(candidatesOf(lines.map((line) => `a=candidate:${line}`).join('\r\n')), [
		{ protocol: 'udp', address: '203.0.113.7', port: 8000 },
		{ protocol: 'tcp', address: '203.0.113.7', port: 443 },
	]);
});

it('should read scripts and what no build writes in HTML', () => {
	const policy = "script-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='";
	const html = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script type="application/json" id="config">{}</script><script>abc</script><script>track()</script><script type="x-abc">abc</script><script src="https://a.example/b.js"></script><script defer src="./app.1.js" integrity="sha256-x"></script>`;
	const { config, inlined, odd } = readHtml(html);
	assert.equal([config, inlined.map(({ inline }) => inline)], ['{}', ['abc', 'track()']]);
	assert.equal(odd, ['<script type="x-abc">abc</script>', '<script src="https://a.example/b.js"></s', 'track()']);
	assert.equal(scriptsIn(`${html}{url:"./b.2.js",integrity:"sha256-y"}`), [
		{ url: './app.1.js', integrity: 'sha256-x' },
		{ url: './b.2.js', integrity: 'sha256-y' },
	]);
});

const POLICY_PAGE = new URL('https://live.example.com/a/');
const STYLE: Use = { kind: 'style-attribute' };
const script = (url: string, inserted = true): Use => ({ kind: 'script', url, inserted });
const HASH = "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='";
const ABC: Use = { kind: 'script', inline: 'abc' };
const image = (url: string): Use => ({ kind: 'img', url });
for (const [policy, use, allowed] of [
	["default-src 'self'", ABC, false],
	["default-src 'self' 'unsafe-inline'", ABC, true],
	[`script-src 'unsafe-inline' ${HASH}`, { kind: 'script', inline: 'abcd' }, false],
	[`script-src ${HASH}`, ABC, true],
	["script-src 'none';script-src *", script('/b.js'), false],
	["default-src 'none';script-src-elem 'self'", script('/b.js'), true],
	["script-src 'strict-dynamic' *", script('/b.js'), true],
	["script-src 'strict-dynamic' *", script('/b.js', false), false],
	["script-src 'self'", script('https://cdn.example.com/b.js'), false],
	['script-src *.example.com', script('https://cdn.example.com/b.js'), true],
	['script-src *.example.com', script('https://example.com/b.js'), false],
	['script-src cdn.example.com:8443', script('https://cdn.example.com/b.js'), false],
	['script-src cdn.example.com/js/', script('https://cdn.example.com/js/b.js'), true],
	['script-src cdn.example.com/js/', script('https://cdn.example.com/b.js'), false],
	['img-src https:', image('data:,'), false],
	['img-src http: data:', image('https://a.example/b.png'), true],
	['img-src *', image('blob:https://live.example.com/1'), false],
	["style-src 'unsafe-inline'", STYLE, true],
	[`style-src 'unsafe-inline' ${HASH}`, STYLE, false],
	["child-src 'self'", { kind: 'worker', url: '/service-worker.js' }, true],
	["default-src https:;worker-src 'none'", { kind: 'worker', url: '/service-worker.js' }, false],
	["frame-ancestors 'self'", ABC, true],
	["script-src *, default-src 'self'", script('/b.js'), true],
	["script-src *, default-src 'none'", script('/b.js'), false],
] as [string, Use, boolean][])
	it(`should ${allowed ? 'allow' : 'refuse'} ${JSON.stringify(use)} by ${policy}`, () =>
		assert.is(
			readPolicies(policy).every((one) => allows(one, use, POLICY_PAGE)),
			allowed,
		));
for (const [policy, runs] of [
	['sandbox', false],
	['sandbox allow-scripts allow-same-origin', true],
	["require-trusted-types-for 'script'", false],
] as const)
	it(`should know whether scripts run by ${policy}`, () => assert.is(allowsScripts(readPolicies(policy)[0]!), runs));

for (const [url, policy, kept] of [
	['https://live.example.com/a', 'same-origin', false],
	['https://cdn.example.com/a', 'same-origin', true],
	['https://cdn.example.com/a', 'same-site', false],
	['https://a.com.cn/a', 'same-site', true],
	['https://cdn.example.com/a', undefined, false],
	['https://cdn.example.com/a', 'cross-origin', false],
] as const)
	it(`should know whether ${url} with ${policy} is kept from the page`, () => {
		const headers: Record<string, string> = policy ? { 'cross-origin-resource-policy': policy } : {};
		assert.is(isKept({ url, headers }, POLICY_PAGE), kept);
	});

it('should find the first difference of HTML, but for the configuration', () => {
	const html = (config: string, rest: string) =>
		`<script type="application/json" id="config">${config}</script>${rest}`;
	assert.is(firstDifference(html('{}', '<p>a</p>'), html('{"a":1}', '<p>a</p>')), undefined);
	assert.equal(
		firstDifference(html('', '<p>teacher@school.example</p>'), html('', '<p><a href="/cdn-cgi/l">…</a></p>')),
		{ built: 'script><p>teacher@school.example</p>', received: 'script><p><a href="/cdn-cgi/l">…</a></p>' },
	);
	assert.is(readBuiltHtml(gzipSync(html('{}', 'a'))), html('{}', 'a'));
	assert.is(readBuiltHtml(gzipSync('<h1>Welcome</h1>')), undefined);
});

const NOW = Date.UTC(2026, 0, 1);
for (const [query, expires] of [
	['Expires=1767229200', 3_600_000],
	['x-oss-date=20260101T000000Z&x-oss-expires=600', 600_000],
	['X-Amz-Date=20260101T000000Z&X-Amz-Expires=600', 600_000],
	['txSecret=a&txTime=6955c710', 3_600_000],
	['auth_key=1767229200-0-0-a', 3_600_000],
	['auth_key=1767220000-0-0-a', Infinity],
	['t=90', Infinity],
	['token=a', Infinity],
] as const)
	it(`should know when a URL with ${query} expires`, () =>
		assert.is(expiryOf(`https://a.example/a.mp4?${query}`, NOW) - NOW, expires));

const RESULTS = [
	{ group: 'stream', id: 'b', level: 'note', message: 'B.', fix: 'C.' },
	{ group: 'page', id: 'a', level: 'passed', message: 'a', fix: '' },
] as const;
it('should print a line a finding by group, folding what passed, in colours where it is told to', () => {
	assert.is(
		asText([...RESULTS], false, false),
		'stream\n  ! B. C.\n\n✓ 1 passed, 0 faults, 1 note (--all lists what passed)\n',
	);
	assert.is(asText([...RESULTS], true, false), 'page\n  ✓ a\n\nstream\n  ! B. C.\n\n✓ 1 passed, 0 faults, 1 note\n');
	assert.match(asText([...RESULTS], false, true), '\x1b[33m!\x1b[0m B.');
	assert.match(asText([{ ...RESULTS[0], level: 'fault' }], false, false), /\n✗ 0 passed, 1 fault, 0 notes/);
});
it('should print the same for machines', () =>
	assert.equal(JSON.parse(asJson([...RESULTS])), {
		passed: 1,
		findings: [{ group: 'stream', id: 'b', level: 'note', message: 'B.', fix: 'C.' }],
	}));

for (const [address, flv] of [
	['artc://play.test/live/a?auth_key=1', 'https://play.test/live/{stream}.flv'],
	['wheps://play.test/rtc/v1/whep/?app=live&stream=a', 'https://play.test/live/{stream}.flv'],
	['wheps://play.test/index/api/whep?app=live&stream=a', 'https://play.test/live/{stream}.live.flv'],
	['wheps://play.test/whep/a', ''],
] as const)
	it(`should look for FLV of ${address} at ${flv || 'no address'}`, () => assert.is(flvOf(address), flv));

it.run();
