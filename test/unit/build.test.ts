// time limit: 180 s
/** The whole build, as an operator runs it; the functions it is made of are tested in `test/unit/build`. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtPage } from '../support/built-page.ts';
import { root } from '../support/root.ts';

const it = suite('build');

const DEPLOYMENT = {
	api: { base: 'https://api.example.com', methodCodes: { 'live/detail': 'L1' } },
	app: { name: '甲</script>乙' },
	moderators: ['7', '8'],
};

const page = builtPage(DEPLOYMENT);
const html = readFileSync(join(page, 'index.html'), 'utf8');
/** The HTML without the texts of scripts and css. */
const markup = html.replace(/<(script|style)[^]*?<\/\1>/g, '');
let folder = '';

it.before(() => void (folder = mkdtempSync(join(tmpdir(), 'build-'))));
it.after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the build with this configuration. */
function build(config: object, out: string) {
	const file = join(folder, 'deployment.json');
	writeFileSync(file, JSON.stringify(config));
	return run('--config', file, '--out', out);
}

function run(...options: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build.mjs'), ...options], {
		cwd: root,
		encoding: 'utf8',
	});
	return { status, stdout, lines: stderr.split('\n').filter((line) => line && !line.startsWith('npm warn')) };
}

/** Hashes of the files of a folder. */
function contents(out: string): Record<string, string> {
	const names = (readdirSync(out, { recursive: true }) as string[]).filter((name) =>
		statSync(join(out, name)).isFile(),
	);
	const hash = (name: string) => createHash('sha256').update(readFileSync(join(out, name)));
	return Object.fromEntries(names.sort().map((name) => [name, hash(name).digest('hex')]));
}

it('should give the same bytes for the same sources, print their sizes, and leave them alone when it refuses', () => {
	const out = join(folder, 'page');
	const { status, stdout, lines } = build(DEPLOYMENT, out);
	assert.is(status, 0, lines.join('\n'));
	// What tests use comes from another process, and was made for another configuration first.
	assert.equal(contents(out), contents(page));

	const row = /^index\.html +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$/m.exec(stdout)!;
	const [raw, gzip, brotli, budget, left] = row.slice(1).map(Number);
	const size = (name: string) => readFileSync(join(out, name)).length;
	assert.equal([raw, gzip, brotli], [size('index.html'), size('index.html.gz'), size('index.html.br')]);
	assert.is(budget! - brotli!, left);

	const refused = run('--config', join(folder, 'missing.json'), '--out', out);
	assert.equal([refused.status, refused.lines.length], [1, 1]);
	assert.match(refused.lines[0]!, /^config: .*missing\.json cannot be read \(ENOENT\)$/);
	assert.equal(contents(out), contents(page));
});

it('should fail, and say by how much, when a part is over its budget', () => {
	// Random text is as long compressed as it is.
	const slogan = randomBytes(30_000).toString('base64');
	const { status, lines } = build({ app: { slogan } }, join(folder, 'large'));
	assert.equal(
		[status, ...lines.map((line) => line.replace(/\d+/g, '#'))],
		[
			1,
			...['index.html', 'index.html + bundle', 'everything a visit loads'].map(
				(part) =>
					`${part} is # bytes over its budget of #: take something out of it, or make the case for a larger budget in build.mjs.`,
			),
		],
	);
});

it('should put every setting of a deployment into the page, and the defaults beside it', () => {
	const config = JSON.parse(/<script type="application\/json" id="config">([^]*?)<\/script>/.exec(html)![1]!);
	assert.is(config.app.name, '甲</script>乙');
	assert.equal(
		[config.api.base, config.api.methodCodes, config.moderators],
		['https://api.example.com', { 'live/detail': 'L1' }, ['7', '8']],
	);
	assert.equal([config.api.versionNo, config.rts.tryUnlisted, config.chatPollInterval], ['1.0.0', true, 10_000]);
});

it('should allow exactly its own inline scripts to run', () => {
	const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
	const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map((match) => match[1]!);
	assert.is(scripts.length, 2);
	const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
	const scriptSources = policy.split(';').find((directive) => directive.startsWith('script-src'))!;
	assert.equal(scriptSources.match(/'sha256-[^']*'/g), hashes);
	assert.not.match(scriptSources, /unsafe/);
	assert.match(policy, /default-src 'none'/);
	// Nothing before the policy in the document could load anything.
	const before = html.slice(html.indexOf('<head>'), html.indexOf('<meta http-equiv="Content-Security-Policy"'));
	assert.is(before, '<head><meta charset="utf-8"><meta name="referrer" content="strict-origin">');
	// No handler attribute and no address that is a script, which no hash would allow.
	assert.not.match(markup, /\son[a-z]+=|javascript:/i);
});

it('should have nothing in the HTML that depends on user agent, query or clock', () => {
	assert.not.match(markup, /Mozilla|MicroMessenger|Safari|userAgent/i);
	assert.not.match(markup, /20[2-9]\d|\d{10,}|\d\d:\d\d/);
	assert.not.match(markup, /class="[^"]*promoted/);
	for (const word of ['直播介绍', '互动空间', '相关资讯', '<video id="video"', '<noscript>', 'role="tablist"'])
		assert.ok(markup.includes(word), word);
});

it('should name each script it loads by its content, and preload none', () => {
	for (const name of ['app', 'deferred', 'rich-text']) {
		const files = readdirSync(page).filter((file) => new RegExp(`^${name}\\.[0-9a-f]{8}\\.js$`).test(file));
		assert.is(files.length, 1, name);
		const content = readFileSync(join(page, files[0]!));
		assert.is(files[0], `${name}.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.js`);
	}
	const bundle = readdirSync(page).find((file) => /^app\..*\.js$/.test(file))!;
	assert.ok(html.includes(`./${bundle}`));
	assert.not.match(html, /<script[^>]+src=|rel="?(?:module)?preload/);
});

it('should put the same text compressed beside each text file', () => {
	const names = readdirSync(page).filter((name) => /\.(html|js|svg)$/.test(name));
	assert.ok(names.length >= 5);
	for (const name of names) {
		const content = readFileSync(join(page, name));
		assert.ok(zlib.brotliDecompressSync(readFileSync(join(page, `${name}.br`))).equals(content), name);
		assert.ok(zlib.gunzipSync(readFileSync(join(page, `${name}.gz`))).equals(content), name);
	}
});

it('should name the files of static/ by their content, where the page refers to them', () => {
	const texts = readdirSync(page)
		.filter((name) => /\.(html|js)$/.test(name))
		.map((name) => readFileSync(join(page, name), 'utf8'))
		.join('\n');
	for (const name of ['news', 'open-in-browser', 'share']) {
		const built = readdirSync(page).filter((file) => new RegExp(`^${name}\\.[A-Z0-9]{8}\\.(svg|png)$`).test(file));
		assert.is(built.length, 1, name);
		assert.ok(texts.includes(`./${built[0]}`), name);
	}
});

it('should not compile a browser global in the code of the build', () => {
	// Below node_modules, where the types of Node are found.
	const project = mkdtempSync(join(root, 'node_modules/.cache/project-'));
	const check = (text: string) => {
		writeFileSync(join(project, 'step.mjs'), text);
		const tsc = join(root, 'node_modules/typescript/bin/tsc');
		return spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' }).stdout;
	};
	try {
		const settings = { extends: join(root, 'src/build/tsconfig.json'), include: [], files: ['step.mjs'] };
		writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
		const refused = check('document.title = location.href;\n');
		assert.match(refused, "Cannot find name 'document'");
		assert.match(refused, "Cannot find name 'location'");
		assert.is(check('process.title = import.meta.url;\n'), '');
	} finally {
		rmSync(project, { recursive: true });
	}
});

it.run();
