import * as assert from 'uvu/assert';
import {
	capture,
	deviceError,
	getCameraList,
	getMicList,
	screenError,
	videoConstraints,
} from '../../../src/rts/publish/devices.ts';
import { createStream } from '../../../src/rts/publish/local-stream.ts';
import { suiteInFakeBrowser, setGlobals, rejection } from '../../support/fake-browser.ts';
import { DESKTOP, fakeDevices, liveTracks } from '../../support/fake-devices.ts';

const test = suiteInFakeBrowser('rts devices');
const PROFILE = [640, 360, 15, 400] as const;
const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name });

for (const [error, audio, video] of [
	[named('NotFoundError', 'x'), 10001, 10002],
	[named('Error', 'Requested device not found'), 10001, 10002],
	[named('OverconstrainedError'), 10001, 10002],
	[named('NotAllowedError', 'Permission denied'), 10003, 10004],
	[
		named('NotAllowedError', 'The request is not allowed by the user agent or the platform in the current context.'),
		10003,
		10004,
	],
	[named('NotAllowedError', 'Permission dismissed'), 10003, 10004],
	[named('NotAllowedError', 'Permission denied by system'), 10005, 10006],
	[named('NotReadableError', 'Could not start video source'), 10005, 10006],
	[named('NotReadableError', 'Device in use'), 10005, 10006],
	[named('AbortError', 'Could not start audio source'), 10005, 10006],
] as const)
	test(`should map ${error.name} "${error.message}"`, () => {
		const texts: Record<number, string> = { 1: 'not found', 3: 'not allowed', 5: 'not readable' };
		for (const [kind, code] of [
			['audio', audio],
			['video', video],
		] as const) {
			const named = deviceError(error, kind);
			assert.instance(named, Error);
			assert.equal([named.errorCode, named.message], [code, `${kind} device ${texts[audio - 10000]}`]);
		}
	});
for (const error of [named('TypeError', 'It Could not start'), {}])
	test(`should map an unlisted failure to 10000: ${JSON.stringify(error)} ${String(error)}`, () => {
		assert.is(deviceError(error, 'audio').errorCode, 10000);
		assert.is(deviceError(error, 'video').errorCode, 10000);
		assert.is(deviceError(error, 'video').message, error instanceof Error ? error.message : '');
	});
for (const [error, code] of [
	[named('NotAllowedError', 'Permission denied'), 10011],
	[named('NotAllowedError', 'Permission denied by system'), 10013],
	[named('InvalidAccessError', 'getDisplayMedia must be called from a user gesture handler.'), 10014],
	[named('NotFoundError', 'x'), 10000],
	[named('NotFoundError'), 10000],
	[{ name: 'Error', message: undefined }, 10000],
] as const)
	test(`should map ${error.name} "${error.message}" of a screen, with the browser's message`, () => {
		assert.equal([screenError(error).errorCode, screenError(error).message], [code, error.message ?? '']);
	});

for (const [what, config, mobile, expected] of [
	['nothing but the profile', true, false, { width: 640, height: 360, frameRate: 15 }],
	['a device', { deviceId: 'd' }, false, { width: 640, height: 360, frameRate: 15, deviceId: { exact: 'd' } }],
	['a device on a phone', { deviceId: 'd' }, true, { width: 640, height: 360, frameRate: 15, deviceId: 'd' }],
	['a size', { width: 1280, height: 720 }, false, { width: 1280, height: 720 }],
	['a width', { width: 1280 }, false, { width: 1280 }],
	['a height', { height: 720 }, false, { height: 720 }],
	['a frame rate', { frameRate: 10 }, false, { frameRate: 10 }],
	[
		'a direction on a phone',
		{ facingMode: 'user', deviceId: 'd' },
		true,
		{ width: 640, height: 360, frameRate: 15, facingMode: 'user' },
	],
	['a direction on a desktop', { facingMode: 'user' }, false, { width: 640, height: 360, frameRate: 15 }],
] as const)
	test(`should request ${what} from the camera`, () => {
		// A browser ignores a key whose value is undefined.
		assert.equal(JSON.parse(JSON.stringify(videoConstraints(config, PROFILE, mobile))), expected);
	});

test('should request microphone and camera in one call', async () => {
	const { requested, globals } = fakeDevices();
	setGlobals(globals);
	const stream = await capture({ audio: true, video: true }, PROFILE);
	assert.equal(requested, [{ audio: true, video: { width: 640, height: 360, frameRate: 15 } }]);
	assert.is(stream.getTracks().length, 2);
});
test('should request the given microphone', async () => {
	const { requested, globals } = fakeDevices();
	setGlobals(globals);
	await capture({ audio: { deviceId: 'm' } }, PROFILE);
	await capture({ audio: {} }, PROFILE);
	assert.equal(requested, [{ audio: { deviceId: 'm' } }, { audio: true }]);
});
test('should capture the screen first, then the microphone, in one stream', async () => {
	const { requested, globals } = fakeDevices();
	setGlobals(globals);
	const stream = await capture({ audio: true, screen: true }, PROFILE);
	assert.equal(requested, [
		['screen', { video: { width: 640, height: 360, frameRate: 15 }, audio: false }],
		{ audio: true },
	]);
	assert.equal(
		stream.getTracks().map((track) => track.kind),
		['video', 'audio'],
	);
});
for (const [what, fail, config, code, message] of [
	['the microphone', { audio: named('NotFoundError') }, { audio: true, video: true }, 10001, 'audio device not found'],
	[
		'the camera',
		{ video: named('NotReadableError') },
		{ audio: true, video: true },
		10006,
		'video device not readable',
	],
	['a microphone alone', { audio: named('NotAllowedError') }, { audio: true }, 10003, 'audio device not allowed'],
	[
		'the screen',
		{ screen: named('NotAllowedError', 'Permission denied') },
		{ audio: true, screen: true },
		10011,
		'Permission denied',
	],
	[
		'the microphone beside a screen',
		{ audio: named('NotReadableError') },
		{ audio: true, screen: true },
		10005,
		'audio device not readable',
	],
] as const)
	test(`should reject when ${what} fails, and release the rest`, async () => {
		const { requested, tracks, globals } = fakeDevices(fail);
		setGlobals(globals);
		const error = await rejection(createStream(config));
		assert.instance(error, Error);
		assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
		assert.is(liveTracks(tracks), 0);
		// A second request finds out whether camera or microphone failed.
		assert.is(requested.length, 'video' in config ? 2 : 'screen' in config && 'audio' in fail ? 2 : 1);
	});
test('should reject where devices cannot be captured', async () => {
	for (const [navigator, config, code, message] of [
		[{ userAgent: DESKTOP }, { audio: true }, 10019, 'not support navigator.mediaDevices'],
		[
			{ userAgent: DESKTOP, mediaDevices: {} },
			{ audio: true, video: true },
			10019,
			'not support navigator.mediaDevices',
		],
		[
			{ userAgent: DESKTOP, mediaDevices: { getUserMedia: 1 } },
			{ audio: true, screen: true },
			10018,
			'browser not support screenshare',
		],
		[
			{ userAgent: 'iPhone', mediaDevices: { getUserMedia: 1, getDisplayMedia: 1 } },
			{ audio: true, screen: true },
			10018,
			'mobile not support screenshare',
		],
	] as const) {
		setGlobals({ navigator });
		const error = await rejection(createStream(config));
		assert.equal([error.errorCode, error.message], [code, message]);
	}
});
for (const config of [undefined, {}, { audio: false }, { video: true }])
	test(`should refuse a stream without audio (${JSON.stringify(config)})`, async () => {
		const error = await rejection(createStream(config as never));
		assert.equal([error.errorCode, error.message], [11002, 'need audio track']);
	});

test('should list devices of a kind, and release them', async () => {
	const { requested, tracks, globals } = fakeDevices();
	setGlobals(globals);
	assert.equal(
		(await getMicList()).map(({ label }) => label),
		['audioinput', 'audioinput'],
	);
	assert.equal(
		(await getCameraList()).map(({ label }) => label),
		['videoinput'],
	);
	assert.equal(requested, [{ audio: true }, { video: true }]);
	assert.equal([tracks.length, liveTracks(tracks)], [2, 0]);
});
test('should reject a list without permission or device', async () => {
	const { globals } = fakeDevices({ audio: named('NotAllowedError'), video: named('NotFoundError') });
	setGlobals(globals);
	assert.is((await rejection(getMicList())).errorCode, 10003);
	assert.is((await rejection(getCameraList())).errorCode, 10002);
});

test.run();
