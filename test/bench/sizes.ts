import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { join } from 'node:path';
import { compile, readConfig } from '../../build.mjs';
import { renderIndex } from '../../src/build/render-index.mjs';
import { compress } from '../../src/build/compress.mjs';
import { root } from '../support/root.ts';
import { number, percent, table } from './table.ts';

/** A part of a file: all of its text, in pieces. */
interface Part {
	name: string;
	text: string;
}

/** Which part of the page a source belongs to: a package, or a module of ours. */
function partOf(source: string): string {
	const [, library] = /node_modules\/(@[^/]+\/[^/]+|preact\/(?:compat|hooks|jsx-runtime)|[^/]+)/.exec(source) ?? [];
	if (library) return library.replace('@preact/signals-core', '@preact/signals');
	return /(?:^|\/)(src\/.+)/.exec(source)?.[1] ?? 'wrapping';
}

const brotliSize = async (text: string) => (await compress(text)).br.length;

/** Bytes of each part after brotli: by how much the file shrinks without it, scaled so that the sum is the file's size. */
async function weigh(parts: readonly Part[]): Promise<{ name: string; raw: number; bytes: number }[]> {
	const names = [...new Set(parts.map(({ name }) => name))];
	const whole = await brotliSize(parts.map(({ text }) => text).join(''));
	const saved = await Promise.all(
		names.map(async (omitted) => {
			const rest = parts.map(({ name, text }) => (name === omitted ? '' : text)).join('');
			return Math.max(0, whole - (await brotliSize(rest)));
		}),
	);
	const scale = whole / saved.reduce((sum, bytes) => sum + bytes, 0);
	return names
		.map((name, index) => ({
			name,
			raw: parts.reduce((sum, part) => sum + (part.name === name ? Buffer.byteLength(part.text) : 0), 0),
			bytes: saved[index]! * scale,
		}))
		.sort((a, b) => b.bytes - a.bytes);
}

/** A script's parts, by its source map. What the bundler wrote itself has no source. */
function scriptParts({ code, map }: { code: string; map: string }): Part[] {
	const sourceMap = new SourceMap(JSON.parse(map) as SourceMapPayload);
	const parts: Part[] = [];
	for (const [line, text] of code.split(/(?<=\n)/).entries())
		for (const [column, character] of text.split('').entries()) {
			const { originalSource = '' } = sourceMap.findEntry(line, column) as Partial<SourceMapping>;
			const name = partOf(originalSource);
			const last = parts.at(-1);
			if (last?.name === name) last.text += character;
			else parts.push({ name, text: character });
		}
	return parts;
}

/** The HTML's parts: head, policy, configuration, both styles, the prerendered body, and both scripts by their modules. */
function htmlParts(html: string, headScript: readonly Part[], boot: readonly Part[]): Part[] {
	const starts = Object.entries({
		head: [0, html.indexOf('<meta name="viewport"')],
		policy: [html.indexOf('<meta http-equiv')],
		css: [html.indexOf('<style'), html.lastIndexOf('<style')],
		config: [html.indexOf('<script type="application/json"')],
		'head script': [html.indexOf('<script>')],
		markup: [html.indexOf('<body>')],
		boot: [html.lastIndexOf('<script>')],
	})
		.flatMap(([name, places]) => places.map((at) => ({ name, at })))
		.sort((a, b) => a.at - b.at);
	const scripts: Record<string, readonly Part[]> = { 'head script': headScript, boot };
	return starts.flatMap(({ name, at }, index) => [
		...(scripts[name] ?? [{ name, text: html.slice(at, starts[index + 1]?.at) }]),
	]);
}

/** Prints what each part of `index.html` and of each script weighs. */
export async function printSizes(): Promise<void> {
	const { document, maps } = await compile({ sourceMaps: true });
	const html = await renderIndex(document, await readConfig(join(root, 'test/origin/demo.json')));
	const partsOf = (entry: string) => scriptParts(maps.get(entry)!);
	// Those of the HTML are among its parts; hls.js is one module.
	const others = /^(head|boot|hls|service-worker|play)$/;
	const scripts = [...maps.keys()]
		.filter((entry) => !others.test(entry))
		.map((entry) => [entry, partsOf(entry)] as const);
	const files = [['index.html', htmlParts(html, partsOf('head'), partsOf('boot'))], ...scripts] as const;
	for (const [title, parts] of files) {
		const weighed = await weigh(parts);
		const sum = (figure: 'raw' | 'bytes') => weighed.reduce((total, part) => total + part[figure], 0);
		const rows = weighed.map(({ name, raw, bytes }) => [
			name,
			number(raw),
			number(bytes),
			`${percent(bytes / sum('bytes'), 1)} %`,
		]);
		rows.push(['all', number(sum('raw')), number(sum('bytes')), '']);
		console.log(`${table([title, 'raw', 'brotli', 'share'], rows)}\n`);
	}
	console.log('Brotli: by how much the file shrinks without the part, scaled so that the parts add up to the file.');
}
