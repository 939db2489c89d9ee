import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ERROR_MESSAGES, ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { MessageId } from '../../../src/rts/play/message-id.ts';
import { SCREEN_PROFILES, VIDEO_PROFILES } from '../../../src/rts/publish/profiles.ts';

const test = suite('rts constants');
const folder = new URL('../../../src/rts/', import.meta.url);
/** The README without the padding of its table cells. */
const readme = readFileSync(new URL('README.md', folder), 'utf8').replace(/ +\|/g, ' |');
const rows = [...readme.matchAll(/^\| (\d{5}) \| `(\w+)` \| (.+?) \| (.+?) \|$/gm)];

test('should list every code of the client in the README, in numerical order, with its message', () => {
	const codes = Object.entries(ErrorCode).filter(([, code]) => typeof code === 'number');
	assert.equal(
		rows.map(([, code, name]) => [name, Number(code)]),
		codes,
	);
	const wrong = rows.filter(([, code, , message]) => !message!.includes(ERROR_MESSAGES[code!] ?? ''));
	assert.equal(wrong, []);
});
test('should list the profiles in the README, and no others', () => {
	const listed = [...readme.matchAll(/^\| `(\w+)` \| (\d+)x(\d+) \| (\d+) \| (\d+) \|/gm)];
	assert.equal(
		listed.map(([, name, ...numbers]) => [name, numbers.map(Number)]),
		[VIDEO_PROFILES, SCREEN_PROFILES].flatMap((profiles) => Object.entries(profiles)),
	);
});
test('should make errors that keep every field in JSON', () => {
	const error = rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed', 'T');
	assert.instance(error, Error);
	assert.is(String(error), 'Error: play failed');
	assert.is(JSON.stringify(error), '{"errorCode":10102,"message":"play failed","traceId":"T"}');
	assert.is(rtsError(ErrorCode.ERROR_PLAY_FAILED, '').traceId, '');
});
test('should list every message id in the README', () => {
	const listed = [...readme.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, id, name]) => [name, Number(id)]);
	const numbers = Object.entries(MessageId).filter(([, id]) => typeof id === 'number');
	assert.equal(listed, numbers);
});

test.run();
