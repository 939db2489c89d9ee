import { join } from 'node:path';
import { compile, readConfig } from '../../build.mjs';
import { renderIndex } from '../../src/build/render-index.mjs';
import { compress } from '../../src/build/compress.mjs';
import { root } from '../support/root.ts';
import { pieces } from './source-map.ts';
import { number, table } from './table.ts';

/** A part of a file: all of its text, in pieces. */
interface Part {
	name: string;
	text: string;
}

/** Which part of the page a source belongs to: a package, or a room of ours. */
export function partOf(source: string): string {
	const library = source.split('node_modules/')[1];
	if (library)
		return /^(@[^/]+\/[^/]+|preact\/(?:compat|hooks|jsx-runtime)|[^/]+)/
			.exec(library)![1]!
			.replace('@preact/signals-core', '@preact/signals');
	const ours = /(?:^|\/)src\/(?:([^/]+)\/)?([^/]+)$/.exec(source);
	if (ours) return ours[1] ? `src/${ours[1]}` : `src/${ours[2]}`;
	return 'wrapping';
}

const brotliSize = async (text: string) => (await compress(text)).br.length;

/** Bytes of each part after brotli: by how much the file shrinks without it, scaled so that the sum is the file's size. */
export async function weigh(parts: readonly Part[]): Promise<{ name: string; raw: number; bytes: number }[]> {
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

/** A script's parts, by its source map. */
const scriptParts = ({ code, map }: { code: string; map: string }): Part[] =>
	pieces(code, JSON.parse(map)).map(({ source, text }) => ({ name: partOf(source), text }));

/** The HTML's parts: head, policy, configuration, the head script, both styles, the prerendered body, and the boot script by its rooms. */
export function htmlParts(html: string, boot: readonly Part[]): Part[] {
	const starts = (
		[
			['head', 0],
			['policy', html.indexOf('<meta http-equiv')],
			['head', html.indexOf('<meta name="viewport"')],
			['css', html.indexOf('<style>')],
			['config', html.indexOf('<script type="application/json"')],
			['head script', html.indexOf('<script>')],
			['markup', html.indexOf('<body>')],
			['css', html.lastIndexOf('<style>')],
			['boot', html.lastIndexOf('<script>')],
		] as const
	)
		.map(([name, at]) => ({ name, at }))
		.sort((a, b) => a.at - b.at);
	const cut = starts.map(({ name, at }, index) => ({ name, text: html.slice(at, starts[index + 1]?.at) }));
	return [
		...cut.slice(0, -1),
		{ name: 'wrapping', text: '<script>' },
		...boot,
		{ name: 'wrapping', text: '</script></body></html>\n' },
	];
}

/** Prints what each part of `index.html` and of each script weighs. */
export async function printSizes(): Promise<void> {
	const { document, maps } = await compile({ sourceMaps: true });
	const html = await renderIndex(document, await readConfig(join(root, 'test/origin/demo.json')));
	const partsOf = (entry: string) => scriptParts(maps.get(entry)!);
	const files: [title: string, parts: Part[]][] = [
		['index.html', htmlParts(html, partsOf('boot'))],
		['app', partsOf('app')],
		['live', partsOf('live')],
		['rich text', partsOf('rich-text')],
		['more', partsOf('more')],
	];
	for (const [title, parts] of files) {
		const weighed = await weigh(parts);
		const size = weighed.reduce((sum, { bytes }) => sum + bytes, 0);
		const raw = weighed.reduce((sum, part) => sum + part.raw, 0);
		const rows = weighed.map((part) => [
			part.name,
			number(part.raw),
			number(part.bytes),
			`${number((part.bytes / size) * 100, 1)} %`,
		]);
		console.log(`${table([title, 'raw', 'brotli', 'share'], [...rows, ['all', number(raw), number(size), '']])}\n`);
	}
	console.log('Brotli: by how much the file shrinks without the part, scaled so that the parts add up to the file.');
}
