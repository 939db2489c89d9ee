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
import { DESKTOP, liveTracks, setDevices } from '../../support/fake-devices.ts';

const test = suiteInFakeBrowser('rts devices');
const PROFILE = [640, 360, 15, 400] as const;

for (const [name, message, code, what] of [
	['NotFoundError', 'x', 10001, 'found'],
	['Error', 'Requested device not found', 10001, 'found'],
	['OverconstrainedError', '', 10001, 'found'],
	['NotAllowedError', 'Permission dismissed', 10003, 'allowed'],
	['Error', 'Permission denied', 10003, 'allowed'],
	['NotAllowedError', 'Permission denied by system', 10005, 'readable'],
	['NotReadableError', 'Device in use', 10005, 'readable'],
	['AbortError', 'Could not start audio source', 10005, 'readable'],
	['TypeError', 'It Could not start', 10000, undefined],
	['', undefined, 10000, undefined],
] as const)
	test(`should map ${name} "${message}" to ${code}`, () => {
		for (const [index, kind] of (['audio', 'video'] as const).entries()) {
			const error = deviceError({ name, message }, kind);
			const expected = what ? [code + index, `${kind} device not ${what}`] : [code, message ?? ''];
			assert.equal([error.errorCode, error.message], expected);
		}
	});
for (const [name, message, code] of [
	['NotAllowedError', 'Permission denied', 10011],
	['NotAllowedError', 'Permission denied by system', 10013],
	['InvalidAccessError', 'getDisplayMedia must be called from a user gesture handler.', 10014],
	['NotFoundError', 'x', 10000],
	['Error', undefined, 10000],
] as const)
	test(`should map ${name} "${message}" of a screen to ${code}, with the browser's message`, () => {
		const error = screenError({ name, message });
		assert.equal([error.errorCode, error.message], [code, message ?? '']);
	});

const BY_PROFILE = { width: 640, height: 360, frameRate: 15 };
for (const [what, config, mobile, expected] of [
	['nothing but the profile', true, false, BY_PROFILE],
	['a device', { deviceId: 'd' }, false, { ...BY_PROFILE, deviceId: { exact: 'd' } }],
	['a device on a phone', { deviceId: 'd' }, true, { ...BY_PROFILE, deviceId: 'd' }],
	['a width', { width: 1280 }, false, { width: 1280 }],
	['a height', { height: 720 }, false, { height: 720 }],
	['a frame rate', { frameRate: 10 }, false, { frameRate: 10 }],
	['a direction on a phone', { facingMode: 'user', deviceId: 'd' }, true, { ...BY_PROFILE, facingMode: 'user' }],
	['a direction on a desktop', { facingMode: 'user' }, false, BY_PROFILE],
] as const)
	test(`should request ${what} from the camera`, () => {
		// A browser ignores a key whose value is undefined.
		assert.equal(JSON.parse(JSON.stringify(videoConstraints(config, PROFILE, mobile))), expected);
	});

test('should request microphone and camera in one call, and the given microphone', async () => {
	const { requested } = setDevices();
	const stream = await capture({ audio: true, video: true }, PROFILE);
	assert.is(stream.getTracks().length, 2);
	await capture({ audio: { deviceId: 'm' } }, PROFILE);
	await capture({ audio: {} }, PROFILE);
	assert.equal(requested, [{ audio: true, video: BY_PROFILE }, { audio: { deviceId: 'm' } }, { audio: true }]);
});
test('should capture the screen first, then the microphone, in one stream', async () => {
	const { requested } = setDevices();
	const stream = await capture({ audio: true, screen: true }, PROFILE);
	assert.equal(requested, [['screen', { video: BY_PROFILE, audio: false }], { audio: true }]);
	const kinds = stream.getTracks().map((track) => track.kind);
	assert.equal(kinds, ['video', 'audio']);
});
const WITH_CAMERA = { audio: true, video: true };
const WITH_SCREEN = { audio: true, screen: true };
// A second request finds out whether camera or microphone failed.
for (const [what, fail, config, code, requests] of [
	['the microphone', { audio: 'NotFoundError' }, WITH_CAMERA, 10001, 2],
	['the camera', { video: 'NotReadableError' }, WITH_CAMERA, 10006, 2],
	['a microphone alone', { audio: 'NotAllowedError' }, { audio: true }, 10003, 1],
	['the screen', { screen: 'NotAllowedError' }, WITH_SCREEN, 10013, 1],
	['the microphone beside a screen', { audio: 'NotReadableError' }, WITH_SCREEN, 10005, 2],
] as const)
	test(`should reject when ${what} fails, and release the rest`, async () => {
		const named = Object.entries(fail).map(([kind, name]) => [kind, Object.assign(new Error(), { name })]);
		const { requested, tracks } = setDevices(Object.fromEntries(named));
		const error = await rejection(createStream(config));
		assert.equal([error.errorCode, liveTracks(tracks), requested.length], [code, 0, requests]);
	});
const NO_DEVICES = 'not support navigator.mediaDevices';
const [getUserMedia, getDisplayMedia] = [1, 1];
for (const [userAgent, mediaDevices, config, code, message] of [
	[DESKTOP, undefined, { audio: true }, 10019, NO_DEVICES],
	[DESKTOP, {}, WITH_CAMERA, 10019, NO_DEVICES],
	[DESKTOP, { getUserMedia }, WITH_SCREEN, 10018, 'browser not support screenshare'],
	['iPhone', { getUserMedia, getDisplayMedia }, WITH_SCREEN, 10018, 'mobile not support screenshare'],
] as const)
	test(`should reject ${JSON.stringify(config)} where there is only ${JSON.stringify(mediaDevices)}`, async () => {
		setGlobals({ navigator: { userAgent, mediaDevices } });
		const error = await rejection(createStream(config));
		assert.equal([error.errorCode, error.message], [code, message]);
	});
test('should refuse a stream without audio', async () => {
	for (const config of [undefined, {}, { audio: false, video: true }]) {
		const error = await rejection(createStream(config as never));
		assert.equal([error.errorCode, error.message], [11002, 'need audio track']);
	}
});

test('should list devices of a kind, and release them', async () => {
	const { requested, tracks } = setDevices();
	const labels = [...(await getMicList()), ...(await getCameraList())].map(({ label }) => label);
	assert.equal(labels, ['audioinput', 'audioinput', 'videoinput']);
	assert.equal(requested, [{ audio: true }, { video: true }]);
	assert.equal([tracks.length, liveTracks(tracks)], [2, 0]);
});
test('should reject a list without a device', async () => {
	setDevices({ video: Object.assign(new Error(), { name: 'NotFoundError' }) });
	assert.is((await rejection(getCameraList())).errorCode, 10002);
});

test.run();
