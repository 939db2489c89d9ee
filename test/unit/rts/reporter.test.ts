import * as assert from 'uvu/assert';
import { createReporter, type ReportFields } from '../../../src/rts/sdk/reporter.ts';
import { suiteInFakeBrowser, setGlobals } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts reporter');
const LOG = 'https://log.example.com/track?';
const read = (address: string): Record<string, string> => Object.fromEntries(new URL(address).searchParams);
const HEX = /^[0-9A-F]{32}$/;

test('should send the common fields in their order, encoded', ({ images }) => {
	const report = createReporter({ logUrl: LOG, customTag: 'a&b 中' });
	report(137, { vurl: 'artc://h/a?k=1&l=2#"', rslt: 0 });
	assert.is(images.length, 1);
	const names = Object.keys(read(images[0]!)).join();
	assert.is(names, 'APIVersion,os,osv,bt,bv,host,uid,tid,ver,ct,dt,lv,tm,msgid,args');
	const { uid, tid, tm, ...rest } = read(images[0]!);
	assert.equal(rest, {
		APIVersion: '0.6.0',
		os: 'Android',
		osv: '10',
		bt: 'Chrome',
		bv: '120.0.0.0',
		host: 'https://live.example.com',
		ver: '2.0.0',
		ct: 'a&b 中',
		dt: '',
		lv: '1.0.0',
		msgid: '137',
		args: '{"vurl":"artc://h/a","rslt":0}',
	});
	assert.match(uid!, HEX);
	assert.match(tid!, HEX);
	assert.is(tm, String(Date.now()));
});
for (const [logUrl, start] of [
	['https://l/track', 'https://l/track?APIVersion='],
	['https://l/track?', 'https://l/track?APIVersion='],
	['https://l/track?a=1&', 'https://l/track?a=1&APIVersion='],
	['?track', '?track&APIVersion='],
	// Of a page without types: whatever it is, the stream plays.
	[new URL('https://l/track') as never, 'https://l/track?APIVersion='],
])
	test(`should add the fields to ${logUrl}`, ({ images }) => {
		createReporter({ logUrl })(150);
		assert.is(images[0]!.indexOf(start!), 0);
	});

test('should leave user, query and fragment of an address out', () => {
	const received: any[] = [];
	const report = createReporter({ customReporter: (fields) => received.push(fields) });
	report(137, { vurl: 'artc://h/a?key=1@subvideo=no', surl: 'https://u:p@h/a?b#c', err: 'a=1#2' }, 1234);
	assert.is(received[0].args, '{"vurl":"artc://h/a@subvideo=no","surl":"https://h/a","err":"a=1#2"}');
	assert.is(received[0].tm, 1234);
});
test('should send nothing without a URL, or when turned off', (browser) => {
	const received: unknown[] = [];
	for (const options of [
		undefined,
		{},
		{ logUrl: '' },
		{ trackLog: true },
		{ logUrl: LOG, trackLog: false },
		{ trackLog: false, customReporter: (fields: ReportFields) => received.push(fields) },
	]) {
		const report = createReporter(options);
		report(200);
		report(137);
	}
	browser.fire('pagehide');
	assert.equal([browser.images, received, browser.leftovers(), browser.storage.size], [[], [], 0, 0]);
});
test("should pass reports to the page's function instead, at once, also while a stream starts", ({ images }) => {
	const received: ReportFields[] = [];
	const report = createReporter({ logUrl: LOG, customReporter: (fields) => received.push(fields) });
	for (const id of [200, 125]) report(id, { rslt: 0 });
	assert.equal(images, []);
	const told = received.map(({ msgid, args, bt }) => [msgid, args, bt]).join();
	assert.is(told, '200,{"rslt":0},Chrome,125,{"rslt":0},Chrome');
});
test("should continue when the page's function throws, and rethrow the error outside", ({ leftovers }) => {
	let calls = 0;
	const report = createReporter({
		customReporter() {
			calls++;
			throw new Error('of the page');
		},
	});
	const before = leftovers();
	for (const id of [125, 137]) report(id);
	assert.equal([calls, leftovers() - before], [2, 2], 'a timer for each that rethrows it');
});
test('should queue reports until the first frame, then send them in order', async ({ images, pass }) => {
	const report = createReporter({ logUrl: LOG });
	for (const id of [200, 120, 125, 126]) report(id);
	await pass(3000);
	assert.equal(images, []);
	report(137);
	report(107);
	const ids = images.map((image) => read(image).msgid);
	assert.equal(ids, ['200', '120', '125', '126', '137', '107']);
	assert.is(new Set(images.map((image) => read(image).tm)).size, 2, 'each has the time of its event');
	for (const id of [125, 126]) report(id);
	assert.is(images.length, 6, 'the next stream starts');
	report(137);
	assert.is(images.length, 9);
});
test('should send queued reports after those of an end, and queue the others', ({ images }) => {
	for (const [ids, isSent] of [
		[[121, 137, 150, 220], true],
		[[101, 107, 120, 125, 126, 200, 221, 230], false],
	] as const)
		for (const id of ids) {
			images.length = 0;
			const report = createReporter({ logUrl: LOG });
			report(200);
			report(id);
			assert.is(images.length, isSent ? 2 : 0, `${id}`);
		}
});
test('should send nothing twice, and queue nothing after the first frame', async ({
	images,
	fire,
	leftovers,
	pass,
}) => {
	const report = createReporter({ logUrl: LOG });
	report(200);
	fire('pagehide');
	fire('pagehide');
	assert.is(images.length, 1);
	report(137);
	fire('pagehide');
	report(107);
	assert.is(images.length, 3);
	await pass(60_000);
	assert.equal([images.length, leftovers()], [3, 0]);
	assert.is(read(images[2]!).ct, '');
});
test('should send ten a minute at most while none is answered, in order, with their times', async (browser) => {
	const { images, pass, settle } = browser;
	browser.answersImages = false;
	const report = createReporter({ logUrl: LOG });
	const made: string[] = [];
	function make() {
		made.push(`${Date.now()}`);
		report(made.length % 2 ? 137 : 107);
	}
	/** Sent by each second. */
	const sent: number[] = [];
	for (let second = 0; second < 120; second++) {
		if (second % 4 === 0) make();
		await pass(1000);
		sent.push(images.length);
	}
	assert.equal([sent[58], sent[118]], [10, 20]);
	for (let second = 0; second < 60; second++) assert.ok(sent[second + 59]! - sent[second]! <= 10, sent.join());
	browser.answersImages = true;
	await pass(60_000);
	for (let index = 0; index < 15; index++) make();
	await settle();
	const times = images.map((image) => read(image).tm);
	assert.equal(times, made, 'at once when they are answered again');
});
test('should send all that waits as the page is left, or may be', async (browser) => {
	const { images, fire } = browser;
	browser.answersImages = false;
	const report = createReporter({ logUrl: LOG });
	for (let index = 0; index < 12; index++) report(137);
	assert.is(images.length, 10);
	fire('pagehide');
	assert.is(images.length, 12);
	report(107);
	assert.is(images.length, 12);
	report(121);
	const ids = images.slice(12).map((image) => read(image).msgid);
	assert.equal(ids, ['107', '121']);
});

test('should keep one visitor id across loads', ({ images, storage }) => {
	createReporter({ logUrl: LOG })(137);
	createReporter({ logUrl: LOG })(137);
	const [first, second] = images.map((image) => read(image).uid);
	assert.is(first, second);
	assert.equal([...storage], [['alirtc_uuid', first]]);
});
test('should write random bytes as hexadecimal digits', ({ images }) => {
	setGlobals({ crypto: { getRandomValues: (bytes: Uint8Array) => bytes.map((_, index) => index * 15) } });
	createReporter({ logUrl: LOG })(137);
	assert.is(read(images[0]!).tid, '000F1E2D3C4B5A69788796A5B4C3D2E1');
});
test('should make an id where storage is blocked', ({ images }) => {
	setGlobals({ localStorage: undefined });
	createReporter({ logUrl: LOG })(137);
	assert.match(read(images[0]!).uid!, HEX);
});
test('should use one task id for each attempt', async ({ images, settle }) => {
	const report = createReporter({ logUrl: LOG });
	for (const id of [200, 120, 125, 126, 137, 107, 121, 125, 137, 125, 137, 220, 221, 220]) report(id);
	await settle();
	const tids = images.map((image) => read(image).tid);
	const names = [...new Set(tids)];
	const tasks = tids.map((tid) => names.indexOf(tid));
	assert.equal(tasks, [0, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4]);
});
for (const [userAgent, id, ...expected] of [
	['curl/8', '101', 'Other', 'unknown', '0.0'],
	['Linux; Android 14', '101', 'Android', 'unknown', '0.0'],
	['OpenHarmony; MicroMessenger/1.0', '101', 'Other', 'MicroMessenger', '1.0'],
	['Linux; MicroMessenger/1.0', '137', 'Linux', 'MicroMessenger', '1.0'],
] as const)
	test(`should report ${id} first, with the user agent if system or browser are unknown: ${userAgent}`, ({
		images,
	}) => {
		setGlobals({ navigator: { userAgent } });
		createReporter({ logUrl: LOG })(137);
		const { msgid, args, os, bt, bv } = read(images[0]!);
		assert.equal([os, bt, bv], expected);
		assert.equal([msgid, args], [id, id === '101' ? JSON.stringify({ ua: userAgent }) : undefined]);
	});

test.run();
