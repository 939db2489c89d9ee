// time limit: 180 s
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/run-file.ts';

const it = suite('build');
let folder = '';

it.before(() => void (folder = mkdtempSync(join(tmpdir(), 'build-'))));
it.after(() => rmSync(folder, { recursive: true, force: true }));

function build(...options: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build.mjs'), ...options], {
		cwd: root,
		encoding: 'utf8',
	});
	return { status, stdout, lines: stderr.split('\n').filter((line) => line && !line.startsWith('npm warn')) };
}

/** Builds with a configuration file of this text. */
function configured(text: string, name = 'config.json') {
	const file = join(folder, name);
	writeFileSync(file, text);
	return build('--config', file, '--out', join(folder, 'refused'));
}

function contents(out: string): Record<string, string> {
	const names = (readdirSync(out, { recursive: true }) as string[]).filter((name) =>
		statSync(join(out, name)).isFile(),
	);
	return Object.fromEntries(
		names.sort().map((name) => [
			name,
			createHash('sha256')
				.update(readFileSync(join(out, name)))
				.digest('hex'),
		]),
	);
}

const refused: [what: string, config: string, sentence: RegExp][] = [
	['an unknown key', '{"moderator":["1"]}', /^config: "moderator" is unknown; known here: .*\bmoderators\b/],
	[
		'an unknown key further down',
		'{"api":{"signkey":"x"}}',
		/^config: "api\.signkey" is unknown; known here: .*\bsignKey\b/,
	],
	['a number for a text', '{"app":{"name":5}}', /^config: app\.name must be a text, not a number$/],
	['a text for a number', '{"chatPollInterval":"10"}', /^config: chatPollInterval must be a number, not a text$/],
	[
		'a text for true or false',
		'{"rts":{"tryUnlisted":"yes"}}',
		/^config: rts\.tryUnlisted must be true or false, not a text$/,
	],
	['a text for a list', '{"moderators":"7001"}', /^config: moderators must be a list of texts, not a text$/],
	[
		'a list of numbers for a list of texts',
		'{"moderators":[7001]}',
		/^config: moderators must be a list of texts, not a list with other things$/,
	],
	['an object for a text', '{"app":{"name":{}}}', /^config: app\.name must be a text, not an object$/],
	['null for a text', '{"app":{"name":null}}', /^config: app\.name must be a text, not null$/],
	[
		'a number as a method code',
		'{"api":{"methodCodes":{"live/detail":5}}}',
		/^config: api\.methodCodes\.live\/detail must be a text, not a number$/,
	],
	['a list for the whole', '[]', /^config: the file must be an object, not a list/],
	['null for the whole', 'null', /^config: the file must be an object, not null$/],
];
for (const [what, config, sentence] of refused) {
	it(`should refuse ${what} in one sentence`, () => {
		const { status, lines } = configured(config);
		assert.is(status, 1);
		assert.is(lines.length, 1, lines.join('\n'));
		assert.match(lines[0]!, sentence);
	});
}

it('should say in one sentence that a configuration is not JSON, and which', () => {
	const { status, lines } = configured('{"app":', 'broken.json');
	assert.equal([status, lines.length], [1, 1]);
	assert.match(lines[0]!, /^config: .*broken\.json is not JSON: /);
});

it('should say in one sentence that a configuration cannot be read', () => {
	const { status, lines } = build('--config', join(folder, 'missing.json'), '--out', join(folder, 'refused'));
	assert.equal([status, lines.length], [1, 1]);
	assert.match(lines[0]!, /^config: .*missing\.json cannot be read \(ENOENT\)$/);
});

it('should give the same bytes for the same sources, and hold what it says', () => {
	const [one, two] = [join(folder, 'one'), join(folder, 'two')];
	const config = join(folder, 'deployment.json');
	writeFileSync(
		config,
		'{"api":{"base":"https://api.example.com","methodCodes":{"live/detail":"L1"}},"app":{"name":"甲</script>乙"},"moderators":["7","8"]}',
	);
	const first = build('--config', config, '--out', one);
	assert.is(first.status, 0, first.lines.join('\n'));
	assert.is(build('--config', config, '--out', two).status, 0);
	assert.equal(contents(one), contents(two));

	// The table of sizes tells what is there.
	const row = /^index\.html +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$/m.exec(first.stdout)!;
	const [raw, gzip, brotli, budget, left] = row.slice(1).map(Number);
	const size = (name: string) => readFileSync(join(one, name)).length;
	assert.equal([raw, gzip, brotli], [size('index.html'), size('index.html.gz'), size('index.html.br')]);
	assert.is(budget! - brotli!, left);
});

it('should take away what an earlier build left, and leave a build alone when it refuses', () => {
	const out = join(folder, 'two');
	const before = contents(out);
	writeFileSync(join(out, 'app.00000000.js'), '');
	mkdirSync(join(out, 'types/older'));
	// An earlier build that was cut short leaves no HTML, and a mark.
	rmSync(join(out, 'index.html'));
	writeFileSync(join(out, '.unfinished-build'), '');
	assert.is(build('--config', join(folder, 'deployment.json'), '--out', out).status, 0);
	assert.equal(contents(out), before);
	assert.not(existsSync(join(out, 'types/older')));

	assert.is(build('--config', join(folder, 'missing.json'), '--out', out).status, 1);
	assert.equal(contents(out), before);
});

it('should not write into a folder of other things', () => {
	const out = join(folder, 'documents');
	mkdirSync(out);
	writeFileSync(join(out, 'letter.txt'), 'dear');
	const { status, lines } = build('--out', out);
	assert.equal([status, lines], [1, [`build: ${out} holds other things than a built page; name another folder`]]);
	assert.equal(readdirSync(out), ['letter.txt']);
});

it('should fail, and say by how much, when a part is over its budget', () => {
	// Random text is as long compressed as it is.
	const { status, lines } = configured(JSON.stringify({ app: { slogan: randomBytes(9000).toString('base64') } }));
	assert.equal([status, lines.length], [1, 2]);
	assert.match(lines[0]!, /^index\.html is \d+ bytes over its budget of \d+: /);
	assert.match(lines[1]!, /^index\.html \+ bundle is \d+ bytes over its budget of \d+: /);
});

it('should put every setting of a deployment into the page, and the defaults beside it', () => {
	const html = readFileSync(join(folder, 'one/index.html'), 'utf8');
	const config = JSON.parse(/<script type="application\/json" id="config">([^]*?)<\/script>/.exec(html)![1]!);
	assert.is(config.app.name, '甲</script>乙');
	assert.equal(
		[config.api.base, config.api.methodCodes, config.moderators],
		['https://api.example.com', { 'live/detail': 'L1' }, ['7', '8']],
	);
	assert.equal([config.api.versionNo, config.rts.tryUnlisted, config.chatPollInterval], ['1.0.0', true, 10_000]);
});

it('should allow exactly its own inline scripts to run', () => {
	const html = readFileSync(join(folder, 'one/index.html'), 'utf8');
	const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
	const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => match[1]!);
	assert.is(scripts.length, 2);
	const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
	const allowed = policy
		.split(';')
		.find((directive) => directive.startsWith('script-src'))!
		.match(/'sha256-[^']*'/g);
	assert.equal(allowed, hashes);
	assert.not.match(
		policy.split(';').find((directive) => directive.startsWith('script-src'))!,
		/unsafe/,
	);
	assert.match(policy, /default-src 'none'/);
	// No handler attribute and no address that is a script, which no hash would allow.
	assert.not.match(html.replace(/<(script|style)[^]*?<\/\1>/g, ''), /\son[a-z]+=|javascript:/i);
});

it('should hold nothing in the HTML of who asks, or when', () => {
	const html = readFileSync(join(folder, 'one/index.html'), 'utf8');
	const body = html.replace(/<(script|style)[^]*?<\/\1>/g, '');
	assert.not.match(body, /Mozilla|MicroMessenger|Safari|userAgent/i);
	assert.not.match(body, /20[2-9]\d|\d{10,}|\d\d:\d\d/);
	assert.not.match(body, /class="[^"]*promoted/);
	for (const word of ['直播介绍', '互动空间', '相关资讯', '<video id="video"', '<noscript>', 'role="tablist"'])
		assert.ok(body.includes(word), word);
});

it('should ask for the bundle by its own name only, and preload nothing', () => {
	const html = readFileSync(join(folder, 'one/index.html'), 'utf8');
	const bundles = readdirSync(join(folder, 'one')).filter((name) => /^app\.[0-9a-f]{8}\.js$/.test(name));
	assert.is(bundles.length, 1);
	assert.ok(html.includes(`./${bundles[0]}`));
	assert.is(
		createHash('sha256')
			.update(readFileSync(join(folder, 'one', bundles[0]!)))
			.digest('hex')
			.slice(0, 8),
		bundles[0]!.slice(4, 12),
	);
	assert.not.match(html, /<script[^>]+src=|rel="?(?:module)?preload/);
});

it('should lay the same text compressed beside each text file', () => {
	const out = join(folder, 'one');
	const names = readdirSync(out);
	const plain = names.filter((name) => /\.(html|js|svg)$/.test(name));
	assert.ok(plain.length >= 5);
	for (const name of plain) {
		const content = readFileSync(join(out, name));
		assert.ok(zlib.brotliDecompressSync(readFileSync(join(out, `${name}.br`))).equals(content), name);
		assert.ok(zlib.gunzipSync(readFileSync(join(out, `${name}.gz`))).equals(content), name);
	}
});

it('should name the files of static/ by what is in them, where the page refers to them', () => {
	const out = join(folder, 'one');
	const all = readdirSync(out)
		.filter((name) => /\.(html|js)$/.test(name))
		.map((name) => readFileSync(join(out, name), 'utf8'))
		.join('\n');
	for (const name of ['news', 'open-in-browser', 'share']) {
		const built = readdirSync(out).filter((file) => new RegExp(`^${name}\\.[A-Z0-9]{8}\\.(svg|png)$`).test(file));
		assert.is(built.length, 1, name);
		assert.ok(all.includes(`./${built[0]}`), name);
	}
});

it.run();
