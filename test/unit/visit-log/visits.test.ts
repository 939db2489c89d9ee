import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Level, type Line, readCode, toCode } from '../../../src/diagnose/code.ts';
import { DIAGNOSIS } from '../../../src/diagnose/diagnosis-texts.ts';
import { asPage } from '../../../src/visit-log/as-page.ts';
import { asText } from '../../../src/visit-log/as-text.ts';
import { readReport } from '../../../src/visit-log/read-report.ts';
import { createTally, Tally } from '../../../src/visit-log/tally.ts';
import { startOf } from '../../support/compile.ts';
import { root } from '../../support/root.ts';
import { logLine, simulateVisits } from '../../support/visit-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const it = suite('visits');
const folder = temporaryFolder('visits');

function tallyOf(lines: string[]) {
	const tally = createTally();
	for (const line of lines) {
		const report = readReport(line);
		if (report) tally.add(report);
	}
	return tally.lives;
}
const near = (actual: number, expected: number, share: number, what: string) =>
	assert.ok(Math.abs(actual - expected) <= share * expected, `${what}: ${actual}, not ${expected}`);

it('should find in a log of a thousand visits what they have seen', () => {
	const lines: string[] = [];
	const truth = simulateVisits(1000, (line) => lines.push(line));
	const lives = tallyOf(lines);
	assert.equal([...lives.keys()].sort(), ['1', '第一中学']);
	const all = new Tally();
	for (const { all: one, hours } of lives.values()) {
		for (const name of ['visits', 'started', 'played', 'still'] as const) all[name] += one[name];
		one.bins.forEach((count, bin) => (all.bins[bin]! += count));
		all.shown.f = (all.shown.f ?? 0) + one.failed;
		all.shown.s = (all.shown.s ?? 0) + one.leavers;
		const inHours = [...hours.values()].reduce((sum, { visits }) => sum + visits, 0);
		assert.is(inHours, one.visits);
	}
	assert.equal(
		[all.visits, all.started, all.failed, all.leavers, all.played, all.still],
		[1000, truth.started, truth.failed, 1000 - truth.started - truth.failed, truth.played, truth.still],
	);
	const sorted = truth.firstFrames.sort((a, b) => a - b);
	for (const share of [0.1, 0.5, 0.9, 0.99])
		near(all.firstFrame(share), sorted[Math.floor(sorted.length * share)]!, 0.06, `${share}`);
});

it('should count a later start, and who has waited for the broadcast, not as having left', () => {
	const line = (query: string) => logLine(20, `${query}&cid=1`, '');
	const { all } = tallyOf([
		line('sn=0&e=b&sta=s&msd=-1'),
		line('sn=1&e=b&sta=p&msd=9000&lp-a=s'),
		line('sn=0&e=b&sta=w&msd=-1'),
		line('sn=0&e=b&sta=w&msd=-1'),
		line('sn=1&e=ps&sta=s&msd=-1&lp-a=w'),
		line('msd=-1'),
	]).get('1')!;
	assert.equal([all.visits, all.wanted, all.started, all.leavers, all.failed], [4, 3, 1, 2, 0]);
});

it('should count who opened the page in one hour, and saw the start in another, in both', () => {
	const line = (hour: number, query: string) => logLine(hour, `${query}&lp-k=${hour > 19 ? 'artc' : ''}&cid=1`, '');
	for (const [state, left] of [
		['w', 0],
		['s', 1],
	] as const) {
		const { all, hours, transports } = tallyOf([
			line(19, `sn=0&e=b&sta=${state}&msd=-1`),
			line(20, `sn=1&e=b&sta=p&msd=9000&lp-a=${state}`),
		]).get('1')!;
		assert.equal([all.visits, all.wanted, all.started, all.leavers], [1, 1, 1, 0]);
		for (const { visits, wanted, started, leavers } of [hours.at('2026-11-28 20'), transports.at('artc')])
			assert.equal([visits, wanted, started, leavers], [0, 1, 1, 0], state);
		const { visits, wanted, started, leavers } = hours.at('2026-11-28 19');
		assert.equal([visits, wanted, started, leavers], [1, left, 0, left], state);
	}
});

const COMBINED =
	'203.0.113.9 - - [28/Nov/2026:20:15:00 +0800] "GET /visit?sn=0&e=ps&sta=p&st=l&msd=900&lp-p=5000&lp-q=400-5000&cid=%E4%B8%AD HTTP/1.1" 204 0 "https://live.example.com/" "Mozilla/5.0 (Linux; Android 14; K) Chrome/120.0.0.0 Mobile Safari/537.36"';
it('should read the combined format, and take the engine from it', () => {
	const { hour, live, firstFrame, played, engine, qualities } = readReport(COMBINED)!;
	assert.equal(
		[hour, live, firstFrame, played, engine, qualities],
		['2026-11-28 20', '中', 900, 5000, 'chrome120', [['400', 5000]]],
	);
});

const QUERY = '/visit?sn=0&msd=900&cid=1';
for (const [what, line, time = '2026-11-28 20'] of [
	['CloudFront', `2026-11-28\t20:15:00\tSFO\tGET\t/visit\t204\t-\tMozilla\t${QUERY.slice(7)}\t-\tHit`],
	['Traefik', `{"RequestPath":"${QUERY.replace(/&/g, '\\u0026')}","time":"2026-11-28T20:15:00Z"}`],
	['Caddy', `{"ts":1764360900.5,"request":{"uri":"${QUERY}"}}`, ''],
	['Cloudflare', `{"EdgeStartTimestamp":1764360900123456789,"ClientRequestURI":"${QUERY}"}`, ''],
])
	it(`should read a line of ${what}`, () => {
		const { hour, live, firstFrame } = readReport(line!)!;
		// In this machine's zone.
		const local = new Date(1764360900_000);
		const expected = time || `2025-11-${local.getDate()} ${`${local.getHours()}`.padStart(2, '0')}`;
		assert.equal([hour, live, firstFrame], [expected, '1', 900]);
	});

it('should count links without an id', () => {
	const lives = tallyOf([logLine(20, 'sn=0&e=e&sta=f&st=l&msd=-1&ec=detail-NoLiveId&lp-n=4g', '')]);
	assert.match(asText(lives), /^live \(no id\)\n[^]*detail-NoLiveId +1\n/);
});

for (const line of [
	'',
	COMBINED.replace('/visit?sn', '/?id'),
	COMBINED.replace('[28/Nov/2026:20:15:00', ''),
	COMBINED.replace('&cid', '&id'),
])
	it(`should find no report in ${line.slice(0, 90) || 'an empty line'}`, () => assert.is(readReport(line), undefined));

it('should bear whatever somebody sends', () => {
	const all = Array.from({ length: 6_000 }, (_, index) =>
		logLine(index % 24, `sn=0&msd=1e99&lp-p=-5&bsd=NaN&lp-q=x-1.9&lp-u=%3Cb%3E${index}&ec=%ff&cid=<i>${index}%E4`, ''),
	);
	const lives = tallyOf(all);
	assert.ok(lives.size <= 101, `${lives.size}`);
	const page = asPage(lives);
	assert.not.match(page, /<[bi]>(?!<)/);
	assert.match(asText(lives), /others/);
	const ofLives = [...lives.values()].reduce((sum, { all }) => sum + all.visits, 0);
	assert.is(ofLives, 6_000);
});

const run = async (...args: string[]) => {
	try {
		const command = [...startOf('src/visit-log/main.ts'), ...args];
		return [(await promisify(execFile)(process.execPath, command, { cwd: root })).stdout, ''];
	} catch (error) {
		return ['', (error as { stderr: string }).stderr];
	}
};
it('should print tables and write one page of several logs, also compressed ones', async () => {
	const [plain, packed, html] = ['a.log', 'b.log.gz', 'visits.html'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	writeFileSync(plain, COMBINED);
	writeFileSync(join(folder, 'cut.log.gz'), gzipSync(COMBINED).subarray(0, 60));
	writeFileSync(packed, gzipSync(`${logLine(21, 'msd=-1&cid=1', '')}\n${COMBINED}\n`));
	const [text] = await run('--html', html, plain, packed);
	assert.match(text!, /^live 中\n\nhour +visits +started[^]*2026-11-28 20 +2 +100 %/);
	assert.match(text!, /\nlive 1\n\n[^]*2026-11-28 21 +1 +0.0 % +100 %/);
	assert.not.match(readFileSync(html, 'utf8'), /(?:src|href)=/);
	assert.not.match((await run('--live', '1', plain, packed))[0]!, /live 中/);
});
it('should explain every line of a code, at most 200 characters', async () => {
	const { title, intro, done, copy, lock, playSound, yes, no, noId, marks, lines } = DIAGNOSIS;
	assert.ok([title, intro, done, copy, lock, playSound, yes, no, noId, ...marks].every(Boolean));
	const all = Object.keys(lines).map((id, index): Line => [id, (index % 3) as Level, index % 2 ? 9999.4 : undefined]);
	const code = toCode('wechat.chrome122', all);
	assert.ok(code.length <= 200, code);
	const [text] = await run('--code', ` ${code}\n`);
	assert.equal(text!.split('\n').length, all.length + 2);
	assert.match(text!, /^wechat\.chrome122\n✓ engine[^]*! WeChat[^\n]*: 9999 \n✗ WebRTC/);
	const expected = all.map(([id, level, value]) => [id, level, value && 9999]);
	assert.equal(readCode(code)!.lines, expected);
	assert.not.ok(all.some(([id]) => text!.includes(`\n✓ ${id}\n`)));
	assert.equal(readCode(`D1-x-${'y'.repeat(9e5)}-eng-en-<b>-zzg1`)!.lines, []);
});
for (const [args, error] of [
	[['--code', 'D2-x'], 'the code begins with D1-'],
	[[], 'no log is named'],
	[[join(folder, 'none')], 'ENOENT'],
	[[join(folder, 'cut.log.gz')], 'cut.log.gz: unexpected end of file'],
	[['package.json'], 'no report of a visit is in package.json'],
	[['--htm'], 'Unknown option'],
] as const)
	it(`should say that ${error}`, async () => assert.match((await run(...args))[1]!, error));

it.run();
