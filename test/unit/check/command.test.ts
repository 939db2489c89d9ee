/** `npm run check` as it is typed. */
import { spawn } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Result } from '../../../src/check/finding.ts';
import { startOrigin, type Origin } from '../../origin/index.ts';
import { DEMO_SIGN_KEY } from '../../origin/demo.ts';
import { builtPage } from '../../support/built-page.ts';
import { startOf } from '../../support/compile.ts';
import { demo } from '../../support/demo-config.ts';
import { root } from '../../support/root.ts';

const it = suite('check: command');
const TOKEN = 'member-token-123';
let origin: Origin;
it.before(async () => {
	const dist = builtPage({ ...demo, api: { ...demo.api, token: 'visitors-token' } });
	origin = await startOrigin({ dist, signKey: DEMO_SIGN_KEY });
});
it.before.each(() => origin.reset());
it.after(() => origin.close());

interface Ended {
	status: number | null;
	output: string;
	errors: string;
}
const start = (...args: string[]) =>
	new Promise<Ended>((resolve) => {
		const child = spawn(process.execPath, args, { cwd: root });
		const ended = { output: '', errors: '' };
		child.stdout.on('data', (text) => (ended.output += text));
		child.stderr.on('data', (text) => (ended.errors += text));
		child.on('close', (status) => resolve({ status, ...ended }));
	});
const run = (...args: string[]) => start(...startOf('src/check/main.ts'), ...args);
const page = (query: string) => `${origin.url}/?${query}`;

it('should end with 0 where nothing is wrong, without colours where it is piped', async () => {
	const { status, output, errors } = await start('--import', 'tsx', 'src/check/main.ts', page('id=3'));
	assert.is(status, 0, output);
	assert.match(output, /^page\n {2}! The page is on a loopback address .*\n[^]*✓ \d+ passed, 0 faults, \d notes/);
	assert.not.match(output, '\x1b');
	assert.match(errors, /^looking at: page\nlooking at: API\n/);
});

it('should end with 1 and findings for machines, and nothing else', async () => {
	origin.setFault({ path: '/juvenile/api/information', times: -1, status: 500 });
	const { status, output, errors } = await run('--json', page('id=3'));
	assert.equal([status, errors], [1, '']);
	const { passed, findings, ...rest } = JSON.parse(output);
	assert.ok(passed > 20);
	assert.equal(rest, {});
	const faults = (findings as Result[]).filter(({ level }) => level === 'fault');
	assert.equal(
		faults.map(({ group, id }) => `${group} ${id}`),
		['api api-status'],
	);
	assert.equal(Object.keys(findings[0]), ['group', 'id', 'level', 'message', 'fix']);
});

for (const [what, args, sentence] of [
	['a mistyped argument', ['--jsn'], /^Unknown option '--jsn'; the arguments are .*\.\n$/],
	[
		'a host that is not there',
		['http://localhost:1/?id=1'],
		/localhost:1 cannot be looked at: it refuses the connection\.\n$/,
	],
] as const)
	it(`should end with 2 and one sentence after ${what}`, async () => {
		const { status, output, errors } = await run(...args);
		assert.equal([status, output], [2, '']);
		assert.match(errors, sentence);
	});

it('should show no secret, whatever a server says', async () => {
	const secrets = [TOKEN, DEMO_SIGN_KEY, 'visitors-token', 'stream-secret'];
	const member = page(`id=1&userId=42&token=${TOKEN}`);
	origin.setLive({ id: '1', originRts: 'artc://{host}/live/none?auth_key=stream-secret' });
	const headers = { 'x-tengine-error': 'auth_key=stream-secret expired' };
	origin.setFault({ path: '/live/', times: -1, status: 403, headers });
	origin.setFault({ path: '/juvenile/api/live/comment', times: -1, status: 500, body: { message: secrets.join(' ') } });
	const { status, output, errors } = await run('--all', member);
	assert.is(status, 1);
	assert.match(output, /live\/comment\/page: status 500 \(“… … … s/);
	assert.match(output, /refuses the offer with status 403 \(“auth_key=… expired”\)/);
	for (const secret of secrets.slice(0, 3)) assert.not.match(output + errors, secret);
	assert.not.match(output, 'auth_key=s');
});

it.run();
