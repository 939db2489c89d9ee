/** `npm start` used wrongly; `test/unit/build.test.ts` does the same to the build. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../helpers/run-file.ts';

const it = suite('wrong use');

// The backend looks for the built page before it opens its port; `npm test -- unit` builds none.
if (!existsSync(join(root, 'dist/index.html'))) execFileSync(process.execPath, [join(root, 'build.mjs')], { stdio: 'ignore' });

/** Runs the stand-in backend as `npm start` does; answers with what it said when it ended. */
function start(PORT: string): Promise<{ code: number | null; said: string }> {
	return new Promise(resolve => {
		const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'test/origin/main.ts')], { cwd: root, env: { ...process.env, PORT }, stdio: ['ignore', 'ignore', 'pipe'] });
		let said = '';
		child.stderr.setEncoding('utf8').on('data', text => (said += text));
		child.once('close', code => resolve({ code, said: said.trim() }));
	});
}

it('should say which port is in use, and how to choose another', async () => {
	const server = createServer().listen(0, '0.0.0.0');
	await new Promise(resolve => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		assert.equal(await start(`${port}`), { code: 1, said: `Port ${port} is already in use; choose another one with PORT=8081 npm start.` });
	} finally {
		server.close();
	}
});

it('should say what a port is', async () => {
	assert.equal(await start('http'), { code: 1, said: 'PORT must be a number from 0 to 65535, not "http".' });
});

it.run();
