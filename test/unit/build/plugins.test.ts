import { join } from 'node:path';
import esbuild from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { takeShared } from '../../../src/build/plugins.mjs';
import { root } from '../../support/root.ts';

const it = suite('build plugins');

const LEFT = { head: { 'api/live.ts': ['fetchLive'] }, app: { react: ['useRef'] } };

for (const [module, name] of [
	['api/live.ts', 'other'],
	['react', 'useId'],
] as const)
	it(`should refuse ${name} of ${module}, which an earlier script does not leave`, async () => {
		const src = join(root, 'src');
		const from = module === 'react' ? module : `./${module}`;
		const message = await esbuild
			.build({
				stdin: { contents: `import { ${name} } from '${from}'; console.log(${name});`, resolveDir: src },
				bundle: true,
				write: false,
				logLevel: 'silent',
				plugins: [takeShared(src, LEFT)],
			})
			.then(() => 'built', String);
		assert.match(message, `No matching export in "take-shared:${module}" for import "${name}"`);
	});

it.run();
