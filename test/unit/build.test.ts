/** The whole build, as an operator runs it; the functions it is made of are tested in `test/unit/build`. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mergeConfig } from '../../src/build/config-file.mjs';
import { completeConfig, defaults } from '../../src/config.ts';
import { builtPage } from '../support/built-page.ts';
import { openCopy, runNode } from '../support/repository-copy.ts';
import { root } from '../support/root.ts';

const it = suite('build');

const DEPLOYMENT = {
	api: { base: 'https://api.example.com/v1', methodCodes: { 'live/detail': 'L1' } },
	// The API's host is there twice and gets one connection.
	rts: { preconnect: ['https://play.example.com', 'https://api.example.com'] },
	app: { name: '甲</script>乙' },
	moderators: ['7', '8'],
};

const page = builtPage(DEPLOYMENT);
const html = readFileSync(join(page, 'index.html'), 'utf8');
/** The HTML without the texts of scripts and css. */
const markup = html.replace(/<(script|style)[^]*?<\/\1>/g, '');

/** Content and time of each file of a folder. */
function filesOf(out: string) {
	const names = (readdirSync(out, { recursive: true }) as string[]).filter((name) =>
		statSync(join(out, name)).isFile(),
	);
	const hash = (name: string) =>
		createHash('sha256')
			.update(readFileSync(join(out, name)))
			.digest('hex');
	return {
		contents: Object.fromEntries(names.sort().map((name) => [name, hash(name)])),
		times: names.map((name) => `${name} ${statSync(join(out, name)).mtimeMs}`),
	};
}

it('should keep the page that was built when the next build fails, and give the same bytes for the same sources', async () => {
	const copy = openCopy();
	try {
		const dist = join(copy, 'dist');
		cpSync(page, dist, { recursive: true });
		const earlier = filesOf(dist);
		const config = join(copy, 'deployment.json');
		// From another folder.
		const build = () => runNode([join(copy, 'build.mjs'), '--config', config], tmpdir());

		const missing = await build();
		assert.is(missing.code, 1);
		assert.match(missing.stderr, /^config: .*deployment\.json cannot be read \(ENOENT\)$/);

		writeFileSync(config, JSON.stringify(DEPLOYMENT));
		const image = join(copy, 'static/news.svg');
		rmSync(image);
		const { code: refused, stderr: reason } = await build();
		assert.is(refused, 1);
		assert.match(
			reason,
			/src\/view\/news\/news-panel\.tsx:\d+:\d+: ERROR: Could not resolve "\.\.\/\.\.\/\.\.\/static\/news\.svg"/,
		);
		cpSync(join(root, 'static/news.svg'), image);

		assert.equal(filesOf(dist), earlier);

		writeFileSync(join(dist, 'app.00000000.js'), 'left by an earlier build');
		const { code, stderr } = await build();
		assert.is(code, 0, stderr);
		const now = filesOf(dist);
		// The page that tests use was made in another folder, and from what was compiled for any configuration; its HTML is
		// hardly compressed.
		for (const name of ['index.html.br', 'index.html.gz']) earlier.contents[name] = now.contents[name]!;
		assert.equal(now.contents, earlier.contents);
		assert.not.equal(now.times, earlier.times);
	} finally {
		rmSync(copy, { recursive: true });
	}
});

it('should put into the HTML what its scripts read and what a deployment sets, and the app adds the rest', () => {
	const config = JSON.parse(/<script type="application\/json" id="config">([^]*?)<\/script>/.exec(html)![1]!);
	const { api, rts, replay } = mergeConfig(defaults, DEPLOYMENT);
	const { base, token, tokens, versionNo, okCodes, methodCodes } = api;
	const { qualities, playbackQualities } = api.fields;
	assert.equal(config, {
		api: { base, token, tokens, versionNo, okCodes, methodCodes, fields: { qualities, playbackQualities } },
		rts: { qualities: rts.qualities, preconnect: rts.preconnect },
		replay,
		app: { name: '甲</script>乙', userAgentToken: '' },
		moderators: ['7', '8'],
	});
	completeConfig(config);
	assert.equal(config, mergeConfig(defaults, DEPLOYMENT));
});

it('should clamp numbers of a configuration that was edited in the page', () => {
	const edited = { chatPollInterval: -5, player: { playTimeout: 1e12, headroom: 1.5 } };
	completeConfig(edited);
	assert.equal([edited.chatPollInterval, edited.player], [0, { playTimeout: 86_400_000, headroom: 1.5 }]);
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
	assert.is(
		before,
		'<head><link rel="preconnect" href="https://api.example.com" crossorigin><link rel="preconnect" href="https://play.example.com" crossorigin><meta charset="utf-8"><meta name="referrer" content="strict-origin">',
	);
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

it('should name each script it loads by its content', () => {
	for (const name of ['app', 'stage', 'rich-text', 'more', 'replay', 'replay-controls', 'replay-later']) {
		const files = readdirSync(page).filter((file) => new RegExp(`^${name}\\.[0-9a-f]{8}\\.js$`).test(file));
		assert.is(files.length, 1, name);
		const content = readFileSync(join(page, files[0]!));
		assert.is(files[0], `${name}.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.js`);
	}
	const bundle = readdirSync(page).find((file) => /^app\..*\.js$/.test(file))!;
	assert.ok(html.includes(`./${bundle}`));
});

it('should request the bundle first of all in the HTML where the API is on another host, and nothing else', () => {
	const requests = (text: string) => text.match(/<script[^>]+src=[^>]*>|rel="?(?:module)?preload|<script type/g)!;
	const [bundle = '', config, ...others] = requests(html);
	assert.match(bundle, /^<script defer src="\.\/app\.\w{8}\.js" integrity="sha256-[^"]{44}">$/);
	assert.equal([config, ...others], ['<script type']);
	const of = (config: object) => requests(readFileSync(join(builtPage(config), 'index.html'), 'utf8'));
	assert.equal(of({}), ['<script type']);
	// A public first picture: the link is idle while its host is connected to, but not where that is the page's.
	for (const [first, count] of Object.entries({ 'https://play.example.com/{id}.flv': 2, '/live/{id}.flv': 1 }))
		assert.is(of({ ...DEPLOYMENT, rts: { ...DEPLOYMENT.rts, first, public: true } }).length, count, first);
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

it.run();
