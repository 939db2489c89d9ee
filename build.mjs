/**
 * The build, in order: css and the two inlined scripts as text, the one bundle, the static HTML around the
 * prerendered page, the streaming client alone, the files of `static/`, then `.br` and `.gz` beside each text file.
 * Prints the sizes and fails when a budget is passed. The same sources give the same bytes.
 *
 *   node build.mjs [--config file.json] [--out dir] [--watch] [--maps dir]
 *
 * With `--watch` it also starts the stand-in backend and builds again at each change.
 * With `--maps` it also writes each script with its source map into a folder, which is not served.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { watch } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';
import esbuild from 'esbuild';
import * as terser from 'terser';
import { SHARED_MODULES } from './src/entry/shared-modules.mjs';

/** The browser floor of the specification (§5). */
const target = ['chrome63', 'safari11', 'firefox62', 'edge79'];

/** Most bytes after brotli 11. */
const budgets = {
	'index.html': 13_000,
	bundle: 22_000,
	'index.html + bundle': 34_500,
	'rich text': 8_000,
	'deferred script': 7_500,
	'everything a visit loads': 48_000,
	'rts, play half': 5_000,
	'rts, whole': 9_500,
};

const root = fileURLToPath(new URL('.', import.meta.url));
const src = join(root, 'src');
/** For what is made on the way and thrown away. */
const cache = join(root, 'node_modules/.cache');

/** @type {import('esbuild').BuildOptions} */
const common = {
	bundle: true,
	minify: true,
	write: false,
	metafile: true,
	target,
	// esbuild holds destructuring to be missing from old engines, where only rare forms of it were.
	supported: { destructuring: true },
	charset: 'utf8',
	legalComments: 'none',
	mangleProps: /^_[a-z]/,
	mangleQuoted: false,
	// ky sets this one up by its name as text; mangled elsewhere it would be NaN, and no call would ever be repeated.
	reserveProps: /^_retryCount$/,
	outdir: join(root, 'dist'),
	assetNames: '[name].[hash]',
	publicPath: '.',
	loader: { '.svg': 'file', '.png': 'file', '.jpg': 'file' },
	jsx: 'automatic',
	jsxImportSource: 'react',
	alias: {
		react: 'preact/compat',
		'react-dom': 'preact/compat',
		'react-dom/client': 'preact/compat/client',
		'react-dom/server': 'preact/compat/server',
		'react/jsx-runtime': 'preact/jsx-runtime',
	},
	define: { 'process.env.NODE_ENV': '"production"' },
};

/**
 * Makes a script take the modules that an inlined script carries from `livePage.shared`.
 * @type {import('esbuild').Plugin}
 */
const takenFromShared = {
	name: 'taken-from-shared',
	setup(build) {
		build.onResolve({ filter: /^\.\.?\// }, (args) => {
			const file = relative(src, resolve(args.resolveDir, args.path)).replaceAll('\\', '/');
			return SHARED_MODULES[file] ? { path: file, namespace: 'shared' } : undefined;
		});
		build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
			contents: `export const { ${SHARED_MODULES[path]?.join(', ')} } = livePage.shared;`,
		}));
	},
};

/**
 * What is cut out of DOMPurify 3.4.18, 2.6 kB after brotli:
 * - the lists of every HTML, SVG and MathML name: `safe/sanitize.ts` passes its own tags and attributes, which replace
 *   them, and no name of SVG or MathML is among those;
 * - helpers of its compiler: an async generator that nothing uses, and destructuring for engines without iterators.
 * @type {[what: RegExp, instead: string][]}
 */
const PURIFIER_CUTS = [
	...['html$1', 'svg$1', 'svgFilters', 'svgDisallowed', 'mathMl$1', 'mathMlDisallowed', 'html', 'svg', 'mathMl'].map(
		(list) =>
			/** @type {[RegExp, string]} */ ([new RegExp(`(const ${list.replace('$', '\\$')} = freeze\\(\\[)[^\\]]*`), '$1']),
	),
	[/function AsyncGenerator\(e\) [^]*?(?=\nconst entries = )/, ''],
	[/(function _slicedToArray\(r, e\) \{\s+return) .*/, '$1 r;'],
];

/** @type {import('esbuild').Plugin} */
const purifierTrimmed = {
	name: 'purifier-trimmed',
	setup(build) {
		build.onLoad({ filter: /[\\/]purify\.es\.mjs$/ }, async ({ path }) => {
			let contents = await readFile(path, 'utf8');
			for (const [what, instead] of PURIFIER_CUTS) {
				if (contents.search(what) < 0)
					throw new Error(`build: DOMPurify has no ${what} any more; review PURIFIER_CUTS`);
				contents = contents.replace(what, instead);
			}
			return { contents };
		});
	},
};

/**
 * A second minifier over esbuild's output: 4 % less after brotli.
 * @param {string} script
 * @param {boolean} [module]
 * @param {{ name: string, map: string }} [mapped] what the script's source map is written as, and the map so far
 */
async function squeeze(script, module = false, mapped) {
	const sourceMap = mapped && { content: mapped.map };
	const { code = '', map } = await terser.minify(script, {
		module,
		toplevel: module,
		ecma: 2017,
		compress: { passes: 3, ecma: 2017 },
		format: { comments: false },
		sourceMap,
	});
	const text = code.replace(/;$/, '');
	if (mapped) {
		await mkdir(options.maps, { recursive: true });
		await writeFile(join(options.maps, mapped.name), text);
		await writeFile(join(options.maps, `${mapped.name}.map`), `${map}`);
	}
	return text;
}

/** @param {string | Uint8Array} content */
const brotli = (content) =>
	zlib.brotliCompressSync(content, {
		params: {
			[zlib.constants.BROTLI_PARAM_QUALITY]: 11,
			[zlib.constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content),
		},
	});
/** @param {string | Uint8Array} content */
const gzip = (content) => zlib.gzipSync(content, { level: 9 });
/** @param {string} text */
const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The packages that something served holds a part of. @type {Set<string>} */
const bundled = new Set();

/**
 * One esbuild run; answers with its text output, and adds emitted files to `files`.
 * @param {import('esbuild').BuildOptions} options
 * @param {Map<string, string | Uint8Array>} [files]
 */
async function compile(options, files) {
	const { outputFiles = [], metafile } = await esbuild.build({ ...common, ...options });
	for (const { inputs } of Object.values(metafile?.outputs ?? {}))
		for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
			const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];
			if (name && bytesInOutput && options.platform !== 'node') bundled.add(name);
		}
	const map = outputFiles.find((file) => file.path.endsWith('.js.map'));
	let text = '';
	for (const file of outputFiles) {
		if (file.path.endsWith('.map')) continue;
		if (/\.(m?js|css)$/.test(file.path))
			text =
				options.format === 'iife'
					? await squeeze(file.text, !options.globalName, map && { name: basename(file.path), map: map.text })
					: file.text.trimEnd();
		else files?.set(relative(join(root, 'dist'), file.path), file.contents);
	}
	return text;
}

/**
 * What a value is, as the error about a configuration says it.
 * @param {unknown} value
 */
const kind = (value) => {
	if (Array.isArray(value)) return 'a list of texts';
	if (value && typeof value === 'object') return 'an object';
	/** @type {Record<string, string>} */
	const names = { string: 'a text', number: 'a number', boolean: 'true or false' };
	return names[typeof value] ?? String(value);
};

/**
 * Merges a deployment's configuration over the defaults. Throws on a name or a type the page does not know.
 * @param {any} base
 * @param {any} over
 * @param {string} path
 * @returns {any}
 */
function merge(base, over, path = '') {
	if (kind(base) !== kind(over) || (Array.isArray(over) && over.some((item) => typeof item !== 'string')))
		throw new Error(
			`config: ${path || 'the file'} must be ${kind(base)}, not ${Array.isArray(over) ? 'a list with other things' : kind(over)}`,
		);
	if (kind(base) !== 'an object') return over;
	const merged = { ...base };
	for (const [name, value] of Object.entries(over)) {
		const at = path ? `${path}.${name}` : name;
		const free = path === 'api.methodCodes';
		if (!free && !(name in base))
			throw new Error(`config: "${at}" is unknown; known here: ${Object.keys(base).join(', ')}`);
		merged[name] = merge(free ? '' : base[name], value, at);
	}
	return merged;
}

/** @param {string | undefined} file */
async function readConfig(file) {
	const code = await compile({ entryPoints: [join(src, 'config.ts')], format: 'esm' });
	const { defaults } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
	if (!file) return defaults;
	const text = await readFile(file, 'utf8').catch((error) => {
		throw new Error(`config: ${file} cannot be read (${error.code})`);
	});
	let over;
	try {
		over = JSON.parse(text);
	} catch (error) {
		throw new Error(`config: ${file} is not JSON: ${/** @type {Error} */ (error).message}`);
	}
	return merge(defaults, over);
}

/** @param {string[]} hashes */
function contentSecurityPolicy(hashes) {
	return [
		`default-src 'none'`,
		`script-src 'self' ${hashes.join(' ')} https://res.wx.qq.com https://res2.wx.qq.com https://open.mobile.qq.com`,
		`style-src 'unsafe-inline'`,
		`img-src * data:`,
		`media-src * blob:`,
		`connect-src *`,
		// Hidden frames carry the calls of bridges: those of WeChat, QQ, and WebViewJavascriptBridge on Android (yy:) and iOS. The last asks
		// for https://__wvjb_queue_message__, and WebKit takes no name with an underscore in a policy. The page itself has no frame.
		`frame-src https: weixin: weixinping: weixinpreinject: webcompt: jsbridge: mqqapi: wvjbscheme: yy:`,
		`base-uri 'none'`,
		`form-action 'none'`,
	].join(';');
}

/** Licences of what is bundled, for the file that goes with it. */
async function licences() {
	const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	const names = [...bundled].sort();
	for (const name of names)
		if (!(name in dependencies) && name !== '@preact/signals-core')
			throw new Error(`build: ${name} would be bundled, and is no dependency of the page`);
	const texts = names.map(async (name) => {
		const folder = join(root, 'node_modules', name);
		const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (!file) throw new Error(`build: ${name} has no licence file`);
		return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
	});
	return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}

/** The declarations of the streaming client, by file name. */
async function declarations() {
	const folder = await mkdtemp(join(cache, 'types-'));
	try {
		execFileSync(
			process.execPath,
			[join(root, 'node_modules/typescript/bin/tsc'), '-p', join(src, 'rts'), '--outDir', folder],
			{ stdio: 'inherit' },
		);
		return await Promise.all(
			(await readdir(folder)).map(
				async (name) => /** @type {const} */ ([name, await readFile(join(folder, name), 'utf8')]),
			),
		);
	} catch {
		throw new Error('build: the declarations of src/rts could not be made');
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** In a folder that is being written: whatever else is there was written by a build that was cut short. */
const unfinished = '.unfinished-build';

/**
 * Writes a built page, each text with its compressed forms beside it, and then takes away what an earlier build left.
 * HTML comes last, so that a server over the folder never gives out a page whose scripts are not there yet.
 * @param {string} out
 * @param {Map<string, string | Uint8Array>} files
 */
async function write(out, files) {
	await mkdir(out, { recursive: true });
	const before = (await readdir(out, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
	if (before.length && !before.includes('index.html') && !before.includes(unfinished))
		throw new Error(`build: ${out} holds other things than a built page; name another folder`);

	/** @type {Map<string, string | Uint8Array>} */
	const written = new Map();
	for (const [name, content] of [...files].sort(
		([one], [two]) => Number(one === 'index.html') - Number(two === 'index.html'),
	)) {
		if (/\.(html|js|svg|json|txt)$/.test(name)) {
			written.set(`${name}.br`, brotli(content));
			written.set(`${name}.gz`, gzip(content));
		}
		written.set(name, content);
	}
	await writeFile(join(out, unfinished), '');
	for (const [name, content] of written) {
		await mkdir(dirname(join(out, name)), { recursive: true });
		await writeFile(join(out, name), content);
	}
	const kept = [...written.keys()];
	const stale = before.filter((name) => !kept.some((one) => one === name || one.startsWith(`${name}/`)));
	await Promise.all(stale.map((name) => rm(join(out, name), { recursive: true, force: true })));
	await rm(join(out, unfinished), { force: true });
}

/**
 * @param {{ config?: string, out: string, dev?: boolean }} options
 */
async function build({ config: configFile, out, dev }) {
	const config = await readConfig(configFile);
	await mkdir(cache, { recursive: true });
	/** @type {Map<string, string | Uint8Array>} */
	const files = new Map();

	const [css, contentCss] = await Promise.all(
		['page', 'content'].map((name) => compile({ entryPoints: [join(src, `view/${name}.css`)] }, files)),
	);
	const first = await compile({ entryPoints: [join(src, 'entry/head.ts')], format: 'iife' });
	/** Adds a script under a name that changes with it; answers with its address. */
	const addScript = (/** @type {string} */ name, /** @type {string} */ script) => {
		const file = `${name}.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
		files.set(file, script);
		return JSON.stringify(`./${file}`);
	};
	const deferred = await compile(
		{ entryPoints: [join(src, 'entry/deferred.ts')], format: 'iife', plugins: [takenFromShared] },
		files,
	);
	const richText = await compile({
		entryPoints: [join(src, 'entry/rich-text.ts')],
		format: 'iife',
		plugins: [takenFromShared, purifierTrimmed],
	});
	const bundle = await compile(
		{
			entryPoints: [join(src, 'entry/app.tsx')],
			format: 'iife',
			plugins: [takenFromShared],
			define: {
				...common.define,
				__DEFERRED__: addScript('deferred', deferred),
				__RICH_TEXT__: addScript('rich-text', richText),
			},
		},
		files,
	);
	const boot = await compile({
		entryPoints: [join(src, 'entry/boot.ts')],
		format: 'iife',
		define: { ...common.define, __BUNDLE__: addScript('app', bundle) },
	});

	const assets = await compile(
		{
			stdin: {
				contents: `import icon from './static/icon.svg'; import share from './static/share.png'; export { icon, share }`,
				resolveDir: root,
			},
			format: 'esm',
			loader: { '.svg': 'dataurl', '.png': 'file' },
		},
		files,
	);
	const names = await import(`data:text/javascript,${encodeURIComponent(assets)}`);
	const shell = await compile({
		entryPoints: [join(src, 'entry/document.tsx')],
		format: 'esm',
		platform: 'node',
		target: 'node20',
		mangleProps: undefined,
	});
	const shellFile = join(cache, `shell.${process.pid}.mjs`);
	await writeFile(shellFile, shell);
	const { renderDocument, inScript } = await import(`${pathToFileURL(shellFile)}?${Date.now()}`);
	await rm(shellFile);
	const hashes = [first, boot].map((script) => sha256(inScript(script)));
	const html = renderDocument({
		config,
		css,
		contentCss,
		first,
		boot,
		policy: contentSecurityPolicy(hashes),
		icon: names.icon,
		shareImage: config.share.image || names.share,
		extraScript: dev ? './reload.js' : undefined,
	});
	files.set('index.html', html);
	// What no source refers to has no hashed name: it is copied as it is.
	const emitted = [...files.keys()].map((name) => name.replace(/\.\w{8}(?=\.\w+$)/, ''));
	for (const name of await readdir(join(root, 'static')))
		if (!emitted.includes(name) && name !== 'icon.svg') files.set(name, await readFile(join(root, 'static', name)));
	if (dev) files.set('reload.js', reload);

	const rtsGlobal = await compile({ entryPoints: [join(src, 'rts/global.ts')], format: 'iife' });
	files.set('rts.global.js', rtsGlobal);
	files.set('rts.js', await compile({ entryPoints: [join(src, 'rts/index.ts')], format: 'esm' }));
	const rtsPlay = await compile({ entryPoints: [join(src, 'rts/play.ts')], format: 'iife', globalName: 'r' });

	files.set('LICENSES.txt', await licences());
	for (const [name, text] of await declarations()) files.set(`types/${name}`, text);

	await write(out, files);
	return report([
		['index.html', html],
		['bundle', bundle],
		['index.html + bundle', html, bundle],
		['rich text', richText],
		['deferred script', deferred],
		['everything a visit loads', html, bundle, richText, deferred],
		['rts, play half', rtsPlay],
		['rts, whole', rtsGlobal],
	]);
}

/**
 * Prints the table of sizes; answers with the budgets that were passed.
 * @param {[name: keyof typeof budgets, ...contents: string[]][]} rows
 */
function report(rows) {
	const over = [];
	console.log(
		`${''.padEnd(26)}${['raw', 'gzip', 'brotli', 'budget', 'left'].map((head) => head.padStart(9)).join('')}`,
	);
	for (const [name, ...contents] of rows) {
		const sum = (/** @type {(content: string) => number} */ size) =>
			contents.reduce((total, content) => total + size(content), 0);
		const size = sum((content) => brotli(content).length);
		const left = budgets[name] - size;
		console.log(
			name.padEnd(26) +
				[
					sum((content) => Buffer.byteLength(content)),
					sum((content) => gzip(content).length),
					size,
					budgets[name],
					left,
				]
					.map((number) => `${number}`.padStart(9))
					.join(''),
		);
		if (left < 0)
			over.push(
				`${name} is ${-left} bytes over its budget of ${budgets[name]}: take something out of it, or make the case for a larger budget in build.mjs.`,
			);
	}
	return over;
}

/** Development only: loads the page anew when its HTML has changed. */
const reload = `let tag;setInterval(()=>fetch('./index.html',{method:'HEAD',cache:'no-store'}).then(answer=>{const next=answer.headers.get('etag');if(tag&&next&&next!==tag)location.reload();tag=next||tag}).catch(()=>{}),1000);`;

const { values } = parseArgs({
	options: {
		config: { type: 'string' },
		out: { type: 'string', default: join(root, 'dist') },
		watch: { type: 'boolean' },
		maps: { type: 'string', default: '' },
	},
});
const options = { config: values.config, out: resolve(values.out), dev: values.watch, maps: values.maps };
if (options.maps) common.sourcemap = 'external';

async function run() {
	try {
		const over = await build(options);
		for (const line of over) console.error(line);
		return over.length === 0;
	} catch (error) {
		console.error(/** @type {Error} */ (error).message);
		return false;
	}
}

const fine = await run();
if (values.watch) {
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	const again = () => {
		clearTimeout(timer);
		timer = setTimeout(run, 100);
	};
	for (const folder of ['src', 'static']) watch(join(root, folder), { recursive: true }, again);
	console.log('Watching src and static.');
	const origin = spawn(process.execPath, ['--import', 'tsx', join(root, 'test/origin/main.ts')], { stdio: 'inherit' });
	origin.on('exit', (code) => process.exit(code ?? 0));
} else if (!fine) process.exitCode = 1;
