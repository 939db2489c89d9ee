import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	capture,
	deviceError,
	getCameraList,
	getMicList,
	screenError,
	videoConstraints,
} from '../../../src/rts/devices.ts';
import { createStream } from '../../../src/rts/local-stream.ts';
import { FakeElement, FakeMediaStream, FakePeer, FakeTrack, inScene, rejection } from '../../support/rtc-fakes.ts';

const test = suite('rts devices');
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const PROFILE = [640, 360, 15, 400] as const;
const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name });

/** A browser with devices, of which some may fail; notes what was asked for and every track that was handed out. */
function devices(fail: { audio?: Error; video?: Error; screen?: Error } = {}, userAgent = DESKTOP) {
	const asked: any[] = [];
	const tracks: FakeTrack[] = [];
	const hand = (...kinds: string[]): FakeMediaStream => {
		const handed = kinds.map((kind) => new FakeTrack(kind));
		tracks.push(...handed);
		return new FakeMediaStream(handed);
	};
	const mediaDevices = {
		getUserMedia: async (constraints: { audio?: unknown; video?: unknown }) => {
			asked.push(constraints);
			if (constraints.audio && fail.audio) throw fail.audio;
			if (constraints.video && fail.video) throw fail.video;
			return hand(...['audio', 'video'].filter((kind) => constraints[kind as 'audio']));
		},
		getDisplayMedia: async (constraints: unknown) => {
			asked.push(['screen', constraints]);
			if (fail.screen) throw fail.screen;
			return hand('video');
		},
		// As Firefox: names only while a device is in use.
		enumerateDevices: async () =>
			['audioinput', 'audiooutput', 'videoinput', 'audioinput'].map((kind) => ({
				kind,
				label: live(tracks) ? kind : '',
			})),
	};
	return { asked, tracks, globals: { navigator: { userAgent, mediaDevices } } };
}
const live = (tracks: FakeTrack[]): number => tracks.filter((track) => track.readyState === 'live').length;

for (const [error, audio, video] of [
	[named('NotFoundError', 'x'), 10001, 10002],
	[named('Error', 'Requested device not found'), 10001, 10002],
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
	test(`should name ${error.name} "${error.message}"`, () => {
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
for (const error of [named('OverconstrainedError', ''), named('TypeError', 'bad'), {}])
	test(`should not guess at ${JSON.stringify(error)} ${String(error)}`, () => {
		assert.is(deviceError(error, 'audio').errorCode, 10000);
		assert.is(deviceError(error, 'video').errorCode, 10000);
	});
for (const [error, code] of [
	[named('NotAllowedError', 'Permission denied'), 10011],
	[named('NotAllowedError', 'Permission denied by system'), 10013],
	[named('InvalidAccessError', 'getDisplayMedia must be called from a user gesture handler.'), 10014],
	[named('NotFoundError', 'x'), 10000],
] as const)
	test(`should name ${error.name} "${error.message}" of a screen in the browser's words`, () => {
		assert.equal([screenError(error).errorCode, screenError(error).message], [code, error.message]);
	});

for (const [what, config, mobile, expected] of [
	['nothing but the profile', true, false, { width: 640, height: 360, frameRate: 15 }],
	['a device', { deviceId: 'd' }, false, { width: 640, height: 360, frameRate: 15, deviceId: { exact: 'd' } }],
	['a device on a phone', { deviceId: 'd' }, true, { width: 640, height: 360, frameRate: 15, deviceId: 'd' }],
	['a size', { width: 1280, height: 720 }, false, { width: 1280, height: 720 }],
	['a frame rate', { frameRate: 10 }, false, { frameRate: 10 }],
	[
		'a direction on a phone',
		{ facingMode: 'user', deviceId: 'd' },
		true,
		{ width: 640, height: 360, frameRate: 15, facingMode: 'user' },
	],
	['a direction on a desktop', { facingMode: 'user' }, false, { width: 640, height: 360, frameRate: 15 }],
] as const)
	test(`should ask the camera for ${what}`, () => {
		// A browser takes a key without a value for no key.
		assert.equal(JSON.parse(JSON.stringify(videoConstraints(config, PROFILE, mobile))), expected);
	});

test('should ask once for microphone and camera', () => {
	const { asked, globals } = devices();
	return inScene(
		async () => {
			const stream = await capture({ audio: true, video: true }, PROFILE);
			assert.equal(asked, [{ audio: true, video: { width: 640, height: 360, frameRate: 15 } }]);
			assert.is(stream.getTracks().length, 2);
		},
		DESKTOP,
		globals,
	)();
});
test('should ask for the named microphone', () => {
	const { asked, globals } = devices();
	return inScene(
		async () => {
			await capture({ audio: { deviceId: 'm' } }, PROFILE);
			await capture({ audio: {} }, PROFILE);
			assert.equal(asked, [{ audio: { deviceId: 'm' } }, { audio: true }]);
		},
		DESKTOP,
		globals,
	)();
});
test('should capture the screen first, then the microphone, in one stream', () => {
	const { asked, globals } = devices();
	return inScene(
		async () => {
			const stream = await capture({ audio: true, screen: true }, PROFILE);
			assert.equal(asked, [['screen', { video: true, audio: false }], { audio: true }]);
			assert.equal(
				stream.getTracks().map((track) => track.kind),
				['video', 'audio'],
			);
		},
		DESKTOP,
		globals,
	)();
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
	test(`should say that ${what} fails, and release the rest`, () => {
		const { tracks, globals } = devices(fail);
		return inScene(
			async () => {
				const error = await rejection(createStream(config));
				assert.instance(error, Error);
				assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
				assert.is(live(tracks), 0);
			},
			DESKTOP,
			globals,
		)();
	});
test('should say where devices cannot be captured', async () => {
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
			{ userAgent: 'iPhone', mediaDevices: { getUserMedia: 1 } },
			{ audio: true, screen: true },
			10018,
			'mobile not support screenshare',
		],
	] as const)
		await inScene(
			async () => {
				const error = await rejection(createStream(config));
				assert.equal([error.errorCode, error.message], [code, message]);
			},
			DESKTOP,
			{ navigator },
		)();
});
for (const config of [undefined, {}, { audio: false }, { video: true }])
	test(`should refuse a stream without sound (${JSON.stringify(config)})`, async () => {
		const error = await rejection(createStream(config as never));
		assert.equal([error.errorCode, error.message], [11002, 'need audio track']);
	});

test('should list devices of a kind, and release them', () => {
	const { asked, tracks, globals } = devices();
	return inScene(
		async () => {
			assert.equal(
				(await getMicList()).map(({ label }) => label),
				['audioinput', 'audioinput'],
			);
			assert.equal(
				(await getCameraList()).map(({ label }) => label),
				['videoinput'],
			);
			assert.equal(asked, [{ audio: true }, { video: true }]);
			assert.equal([tracks.length, live(tracks)], [2, 0]);
		},
		DESKTOP,
		globals,
	)();
});
test('should reject a list that may not be had', () => {
	const { globals } = devices({ audio: named('NotAllowedError'), video: named('NotFoundError') });
	return inScene(
		async () => {
			assert.is((await rejection(getMicList())).errorCode, 10003);
			assert.is((await rejection(getCameraList())).errorCode, 10002);
		},
		DESKTOP,
		globals,
	)();
});

test('should make a local stream with the default profiles', () => {
	const { globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, video: true });
			assert.equal(
				[stream.hasVideo, stream.hasScreen, stream.videoProfile, stream.screenProfile, stream.traceId],
				[true, false, '360p_1', '720p_1', ''],
			);
			assert.is(stream.audioTrack!.kind, 'audio');
			assert.is(stream.videoTrack!.kind, 'video');
			const screen = await createStream({ audio: true, screen: true });
			assert.equal([screen.hasVideo, screen.hasScreen], [false, true]);
			const both = await createStream({ audio: true, video: true, screen: true });
			assert.equal([both.hasVideo, both.hasScreen], [true, false]);
			const sound = await createStream({ audio: true });
			assert.equal([sound.hasVideo, sound.hasScreen, sound.videoTrack], [false, false, undefined]);
		},
		DESKTOP,
		globals,
	)();
});
test('should turn tracks off and on, and say whether there are any', () => {
	const { globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true });
			assert.ok(stream.disableAudio());
			assert.not(stream.audioTrack!.enabled);
			assert.ok(stream.enableAudio());
			assert.ok(stream.audioTrack!.enabled);
			assert.not(stream.disableVideo());
			assert.not(stream.enableVideo());
		},
		DESKTOP,
		globals,
	)();
});

/** A connection that sends the tracks of a stream. */
const sending = (stream: { mediaStream: MediaStream }): FakePeer => {
	const pc = new FakePeer({});
	for (const track of stream.mediaStream.getTracks()) pc.addTrack(track as never);
	return pc;
};
test('should limit the encoder to the profile, times 1024, and keep the size', () => {
	const { globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, video: true });
			const pc = sending(stream);
			await stream.attach(pc as never);
			const [audio, video] = pc.senders;
			assert.equal(audio!.parameters, { encodings: [{}] });
			assert.equal(video!.parameters, {
				degradationPreference: 'maintain-resolution',
				encodings: [{ maxBitrate: 400 * 1024, maxFramerate: 25 }],
			});
			video!.parameters = {};
			assert.ok(await stream.setVideoProfile('720p_2'));
			assert.is(video!.parameters.encodings[0].maxBitrate, 2000 * 1024);
			assert.equal((stream.videoTrack as never as FakeTrack).constraints, [
				{ width: 1280, height: 720, frameRate: 30 },
			]);
			assert.is(stream.videoProfile, '720p_2');
		},
		DESKTOP,
		globals,
	)();
});
test('should use the screen profile for a screen, and only store the other', () => {
	const { globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, screen: true });
			const pc = sending(stream);
			await stream.attach(pc as never);
			const video = pc.senders[0]!;
			assert.is(video.parameters.encodings[0].maxBitrate, 800 * 1024);
			await stream.setVideoProfile('4K_3');
			assert.is(video.parameters.encodings[0].maxBitrate, 800 * 1024);
			await stream.setScreenProfile('1080p_2');
			assert.is(video.parameters.encodings[0].maxBitrate, 3000 * 1024);
			assert.equal([stream.videoProfile, stream.screenProfile], ['4K_3', '1080p_2']);
		},
		DESKTOP,
		globals,
	)();
});
test('should not take an unknown profile, or one the camera refuses', () => {
	const { globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, video: true });
			assert.not(await stream.setVideoProfile('999p'));
			assert.not(await stream.setVideoProfile('toString'));
			assert.not(await stream.setScreenProfile('360p_1'));
			(stream.videoTrack as never as FakeTrack).failConstraints = true;
			assert.not(await stream.setVideoProfile('720p_2'));
			assert.is(stream.videoProfile, '360p_1');
		},
		DESKTOP,
		globals,
	)();
});
test('should publish in an engine whose encoder cannot be limited', () => {
	const { globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, video: true });
			const pc = sending(stream);
			pc.senders[1]!.failParameters = true;
			await stream.attach(pc as never);
		},
		DESKTOP,
		globals,
	)();
});
test('should put another camera in its place while live', () => {
	const { tracks, globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, video: true });
			const pc = sending(stream);
			await stream.attach(pc as never);
			stream.disableVideo();
			const old = stream.videoTrack;
			const other = new FakeTrack('video');
			await stream.replaceTrack(other as never);
			assert.is(stream.videoTrack, other as never);
			assert.is(pc.senders[1]!.track, other);
			assert.is(old!.readyState, 'ended');
			assert.not(other.enabled, 'it stays turned off');
			assert.is(live(tracks), 1);
			assert.is(stream.mediaStream.getTracks().length, 2);
		},
		DESKTOP,
		globals,
	)();
});
test('should preview without an echo, and release everything', () => {
	const { tracks, globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, video: true });
			const element = new FakeElement('VIDEO');
			assert.ok(stream.muted);
			stream.play(element as never);
			assert.equal([element.muted, element.plays, element.srcObject], [true, 1, stream.mediaStream]);
			stream.muted = false;
			assert.not(element.muted);
			stream.stop();
			stream.stop();
			assert.is(live(tracks), 0);
			assert.equal([element.srcObject, stream.audioTrack, stream.hasVideo], [null, undefined, false]);
		},
		DESKTOP,
		globals,
	)();
});
test('should tell that a device has gone', () => {
	const { tracks, globals } = devices();
	return inScene(
		async () => {
			const stream = await createStream({ audio: true, video: true });
			const told: string[] = [];
			stream.on('videoTrackEnded', () => told.push('video'));
			stream.on('audioTrackEnded', () => told.push('audio'));
			for (const track of tracks) {
				track.stop();
				track.dispatchEvent(new Event('ended'));
			}
			assert.equal(told, ['audio', 'video']);
			assert.not(stream.hasVideo);
		},
		DESKTOP,
		globals,
	)();
});

test.run();
