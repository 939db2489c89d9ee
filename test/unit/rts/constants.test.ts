import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorCode, rtsError } from '../../../src/rts/errors.ts';
import { MessageId } from '../../../src/rts/message-id.ts';
import { SCREEN_PROFILES, VIDEO_PROFILES } from '../../../src/rts/profiles.ts';

const test = suite('rts constants');
const folder = new URL('../../../src/rts/', import.meta.url);
/** The README without the padding of its table cells. */
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

test('should list every code of the client in the README, in numerical order', () => {
	const codes = Object.entries(ErrorCode).filter(([, code]) => typeof code === 'number');
	assert.equal(
		rows.map(({ name, code }) => [name, code]),
		codes,
	);
});
test('should use every code it lists', () => {
	// The code for video is computed as the code for audio plus one.
	for (const { name } of rows)
		assert.ok(
			source.includes(`ErrorCode.${name}`) || source.includes(`ErrorCode.${name.replace('VIDEO', 'AUDIO')}`),
			name,
		);
});
test('should list every message as it is written in the code', () => {
	/** The template of each message with a variable part. */
	const templates: Record<string, string> = {
		'response status:N': "'response status:' + status",
		'timeout of Nms exceeded': "'timeout of ' + timeout + 'ms exceeded'",
		'Request failed with status code N': "'Request failed with status code ' + status",
		'browser not support screenshare': "${mobile ? 'mobile' : 'browser'} not support screenshare",
		'mobile not support screenshare': "${mobile ? 'mobile' : 'browser'} not support screenshare",
		'need htmlvideoelement': 'need html${kind}element',
		'need htmlaudioelement': 'need html${kind}element',
	};
	for (const { messages } of rows)
		for (const message of messages) {
			if (message === "the browser's message") continue;
			const device = /^(?:audio|video) device not (\w+)$/.exec(message);
			const text = device ? `'${device[1]}'` : (templates[message] ?? `'${message}'`);
			assert.ok(source.includes(text) || source.includes(text.replace(/^'|'$/g, '`')), message);
		}
});
test('should describe when each occurs', () => {
	for (const { name, when } of rows) assert.ok(when.length > 10, name);
});
test('should list the profiles in the README', () => {
	for (const table of [VIDEO_PROFILES, SCREEN_PROFILES])
		for (const [name, [width, height, frameRate, bitrate]] of Object.entries(table))
			assert.ok(readme.includes(`| \`${name}\` | ${width}x${height} | ${frameRate} | ${bitrate} |`), name);
});
test('should make errors that keep every field in JSON', () => {
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

test('should have the message ids of the specification', () => {
	assert.equal(Object.fromEntries(Object.entries(MessageId).filter(([, id]) => typeof id === 'number')), {
		USER_AGENT: 101,
		STALL_TIME: 107,
		START_PLAY: 120,
		STOP_PLAY: 121,
		SUBSCRIBE_START: 125,
		SUBSCRIBE_OK: 126,
		FIRST_FRAME_TIME: 137,
		ERROR: 150,
		CREATE_CLIENT: 200,
		START_PUBLISH: 220,
		STOP_PUBLISH: 221,
		VIDEO_PROFILE: 230,
		SCREEN_PROFILE: 231,
		ENABLE_AUDIO: 232,
		DISABLE_AUDIO: 233,
		ENABLE_VIDEO: 234,
		DISABLE_VIDEO: 235,
		STOP: 236,
		PLAY: 237,
	});
});
test('should use every message id, and list it in the README', () => {
	const listed = [...readme.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, id, name]) => [name, Number(id)]);
	assert.equal(
		listed,
		Object.entries(MessageId).filter(([, id]) => typeof id === 'number'),
	);
	for (const [name] of listed) assert.ok(source.includes(`MessageId.${name}`), String(name));
});

test('should have the camera profiles of the specification', () => {
	assert.equal(VIDEO_PROFILES, {
		'120p_1': [160, 120, 15, 65],
		'120p_3': [120, 120, 15, 50],
		'180p_1': [320, 180, 15, 140],
		'180p_3': [180, 180, 15, 100],
		'180p_4': [240, 180, 15, 120],
		'240p_1': [320, 240, 15, 200],
		'240p_3': [240, 240, 15, 140],
		'240p_4': [424, 240, 15, 220],
		'360p_1': [640, 360, 15, 400],
		'360p_3': [360, 360, 15, 260],
		'360p_4': [640, 360, 30, 600],
		'360p_6': [360, 360, 30, 400],
		'360p_7': [480, 360, 15, 320],
		'360p_8': [480, 360, 30, 490],
		'360p_9': [640, 360, 15, 800],
		'360p_10': [640, 360, 24, 800],
		'360p_11': [640, 360, 24, 1000],
		'480p_1': [640, 480, 15, 500],
		'480p_2': [640, 480, 30, 1000],
		'480p_3': [480, 480, 15, 400],
		'480p_4': [640, 480, 30, 750],
		'480p_6': [480, 480, 30, 600],
		'480p_8': [848, 480, 15, 610],
		'480p_9': [848, 480, 30, 930],
		'480p_10': [640, 480, 10, 400],
		'720p_1': [1280, 720, 15, 1130],
		'720p_2': [1280, 720, 30, 2000],
		'720p_3': [1280, 720, 30, 1710],
		'720p_5': [960, 720, 15, 910],
		'720p_6': [960, 720, 30, 1380],
		'1080p_1': [1920, 1080, 15, 2080],
		'1080p_2': [1920, 1080, 30, 3000],
		'1080p_3': [1920, 1080, 30, 3150],
		'1080p_5': [1920, 1080, 60, 4780],
		'1440p_1': [2560, 1440, 30, 4850],
		'1440p_2': [2560, 1440, 60, 7350],
		'4K_1': [3840, 2160, 30, 8910],
		'4K_3': [3840, 2160, 60, 13500],
	});
	assert.is(Object.keys(VIDEO_PROFILES).length, 38);
});
test('should have the screen profiles of the specification', () => {
	assert.equal(SCREEN_PROFILES, {
		'480p_1': [640, 480, 5, 300],
		'480p_2': [640, 480, 30, 1000],
		'720p_1': [1280, 720, 5, 800],
		'720p_2': [1280, 720, 30, 2000],
		'1080p_1': [1920, 1080, 5, 1000],
		'1080p_2': [1920, 1080, 30, 3000],
	});
});
test('should name the profiles by their height', () => {
	for (const table of [VIDEO_PROFILES, SCREEN_PROFILES])
		for (const [name, [, height]] of Object.entries(table))
			assert.is(height, name.indexOf('4K') === 0 ? 2160 : parseInt(name, 10), name);
});

test.run();
