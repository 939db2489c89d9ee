import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BUNDLED, licences as licencesOf } from '../../src/build/licences.mjs';
import { builtPage } from '../support/built-page.ts';
import { root } from '../support/root.ts';
import { demo } from '../support/demo-config.ts';

const it = suite('supply chain');

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	devDependencies: Record<string, string>;
};
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
	packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
};

it('should name each package at one exact version', () => {
	for (const [name, version] of Object.entries(manifest.devDependencies))
		assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

it('should lock every package by its content, and none to a host', () => {
	const packages = Object.entries(lock.packages).filter(([path]) => path);
	assert.ok(packages.length > 50);
	for (const [path, { integrity, resolved }] of packages) {
		assert.match(integrity ?? '', /^sha512-/, path);
		assert.is(resolved, undefined, path);
	}
});

it('should ship the licence of each package that is bundled', () => {
	const licences = readFileSync(join(builtPage(demo), 'LICENSES.txt'), 'utf8');
	for (const name of BUNDLED) {
		const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
		assert.ok(licences.includes(`${name} ${version} (`), name);
	}
	assert.match(licences, /Permission is hereby granted/);
});

it('should refuse a package that is no dependency of the page', async () => {
	const message = await licencesOf(root, ['preact', 'esbuild']).catch((error: Error) => error.message);
	assert.is(message, 'build: esbuild would be bundled, and is no dependency of the page');
});

it('should ship nothing that names the machine it was built on', () => {
	const dist = builtPage(demo);
	for (const name of readdirSync(dist, { recursive: true }) as string[]) {
		const file = join(dist, name);
		if (!statSync(file).isFile() || /\.(br|gz|png)$/.test(name)) continue;
		const text = readFileSync(file, 'utf8');
		assert.not(text.includes(root.replace(/[\\/]$/, '')), name);
		assert.not.match(text, /node_modules|sourceMappingURL/, name);
	}
});

it.run();
