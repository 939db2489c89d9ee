import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/run-file.ts';
import { brotli } from './compress.ts';
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

/** Bytes of each part after brotli: by how much the file shrinks without it, scaled so that the sum is the file's size. */
export function weigh(parts: readonly Part[]): { name: string; raw: number; bytes: number }[] {
	const names = [...new Set(parts.map(({ name }) => name))];
	const without = (left: string) => brotli(parts.map(({ name, text }) => (name === left ? '' : text)).join('')).length;
	const whole = brotli(parts.map(({ text }) => text).join('')).length;
	const lost = names.map((name) => Math.max(0, whole - without(name)));
	const scale = whole / lost.reduce((sum, bytes) => sum + bytes, 0);
	return names
		.map((name, index) => ({
			name,
			raw: parts.reduce((sum, part) => sum + (part.name === name ? Buffer.byteLength(part.text) : 0), 0),
			bytes: lost[index]! * scale,
		}))
		.sort((a, b) => b.bytes - a.bytes);
}

/** A script's parts, by its map. */
async function scriptParts(folder: string, name: string): Promise<Part[]> {
	const script = await readFile(join(folder, name), 'utf8');
	const map = JSON.parse(await readFile(join(folder, `${name}.map`), 'utf8'));
	return pieces(script, map).map(({ source, text }) => ({ name: partOf(source), text }));
}

/** The HTML's parts: head, policy, configuration, the first script, both styles, the prerendered body, and boot by its rooms. */
export function htmlParts(html: string, boot: readonly Part[]): Part[] {
	const starts = (
		[
			['head', 0],
			['policy', html.indexOf('<meta http-equiv')],
			['head', html.indexOf('<meta name="viewport"')],
			['css', html.indexOf('<style>')],
			['config', html.indexOf('<script type="application/json"')],
			['first script', html.indexOf('<script>')],
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

/** Prints what each part of `index.html` and of the bundle weighs. */
export async function printSizes(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'live-page-sizes-'));
	try {
		const [out, maps] = [join(folder, 'dist'), join(folder, 'maps')];
		await promisify(execFile)(
			process.execPath,
			['build.mjs', '--config', 'test/origin/demo.json', '--out', out, '--maps', maps],
			{ cwd: root },
		);
		const html = await readFile(join(out, 'index.html'), 'utf8');
		const names = await readdir(out);
		const served = (start: string) =>
			readFile(
				join(
					out,
					names.find((name) => new RegExp(`^${start}\\.\\w{8}\\.js$`).test(name))!,
				),
			);
		const files: [title: string, parts: Part[], size: number][] = [
			['index.html', htmlParts(html, await scriptParts(maps, 'boot.js')), brotli(html).length],
			['bundle', await scriptParts(maps, 'main.js'), brotli(await served('app')).length],
			['deferred script', await scriptParts(maps, 'deferred.js'), brotli(await served('deferred')).length],
		];
		for (const [title, parts, size] of files) {
			const rows = weigh(parts).map(({ name, raw, bytes }) => [
				name,
				number(raw),
				number(bytes),
				`${number((bytes / size) * 100, 1)} %`,
			]);
			console.log(
				`${table([title, 'raw', 'brotli', 'share'], [...rows, ['all', number(parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)), number(size), '']])}\n`,
			);
		}
		console.log('Brotli: by how much the file shrinks without the part, scaled so that the parts add up to the file.');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
