import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorCode, rtsError } from '../../../src/rts/errors.ts';
import { SCREEN_PROFILES, VIDEO_PROFILES } from '../../../src/rts/profiles.ts';

const test = suite('rts errors');
const folder = new URL('../../../src/rts/', import.meta.url);
/** The README with its table cells unpadded. */
const readme = readFileSync(new URL('README.md', folder), 'utf8').replace(/ +\|/g, ' |');
const source = readdirSync(folder)
	.filter((name) => name.endsWith('.ts'))
	.map((name) => readFileSync(new URL(name, folder), 'utf8'))
	.join('\n');
const rows = [...readme.matchAll(/^\| (\d{5}) \| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map(
	([, code, name, message, when]) => ({
		code: Number(code),
		name: name!,
		messages: message!.split(' / '),
		when: when!,
	}),
);

test('should list every code of the client in the README, by number', () => {
	const codes = Object.entries(ErrorCode).filter(([, code]) => typeof code === 'number');
	assert.equal(
		rows.map(({ name, code }) => [name, code]),
		codes,
	);
});
test('should use every code it lists', () => {
	// The codes for video are one more than those for audio.
	for (const { name } of rows)
		assert.ok(
			source.includes(`ErrorCode.${name}`) || source.includes(`ErrorCode.${name.replace('VIDEO', 'AUDIO')}`),
			name,
		);
});
test('should list every message as it is written in the code', () => {
	/** How a message that has a changing part is written. */
	const written: Record<string, string> = {
		'response status:N': 'response status:${status}',
		'timeout of Nms exceeded': 'timeout of ${timeout}ms exceeded',
		'Request failed with status code N': 'Request failed with status code ${status}',
		'browser not support screenshare': "${mobile ? 'mobile' : 'browser'} not support screenshare",
		'mobile not support screenshare': "${mobile ? 'mobile' : 'browser'} not support screenshare",
		'need htmlvideoelement': 'need html${needed}element',
		'need htmlaudioelement': 'need html${needed}element',
	};
	for (const { messages } of rows)
		for (const message of messages) {
			if (message === "the browser's words") continue;
			const device = /^(?:audio|video) device not (\w+)$/.exec(message);
			const text = device ? `'${device[1]}'` : (written[message] ?? `'${message}'`);
			assert.ok(source.includes(text) || source.includes(text.replace(/^'|'$/g, '`')), message);
		}
});
test('should say when each occurs', () => {
	for (const { name, when } of rows) assert.ok(when.length > 10, name);
});
test('should list the profiles in the README', () => {
	for (const table of [VIDEO_PROFILES, SCREEN_PROFILES])
		for (const [name, [width, height, frameRate, bitrate]] of Object.entries(table))
			assert.ok(readme.includes(`| \`${name}\` | ${width}x${height} | ${frameRate} | ${bitrate} |`), name);
});
test('should make errors that show all they say when printed as JSON', () => {
	const error = rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed', 'T');
	assert.instance(error, Error);
	assert.is(error.message, 'play failed');
	assert.is(String(error), 'Error: play failed');
	assert.is(JSON.stringify(error), '{"errorCode":10102,"message":"play failed","traceId":"T"}');
	assert.is(rtsError(ErrorCode.ERROR_PLAY_FAILED, '').traceId, '');
});
test('should import nothing from outside its folder', () => {
	for (const [, specifier] of source.matchAll(/from '([^']+)'/g)) assert.match(specifier!, /^\.\/[\w-]+\.ts$/);
});

test.run();
