import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHttpClient } from '../../../src/player/act/http-client.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import type { Sample } from '../../../src/rts/play/sample.ts';
import { FLV_AAC, FLV_HEAD, FLV_VIDEO, flvTag } from '../../origin/live/flv.ts';
import { avcConfig, SOUND_CONFIG } from '../../origin/recordings/mp4.ts';
import { readTracks } from '../../origin/recordings/tracks.ts';
import { serveApi } from '../../support/api-server.ts';
import { fakeVideo, setup } from '../../support/dom.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('client of lives over HTTP');
const api = serveApi(it);
it.before.each(() => {
	setup();
	Object.assign(globalThis, { self: globalThis });
});

it('should reject with the status of a refusal, and the wait that the server demands', async () => {
	api.answers = [(response) => void response.writeHead(503, { 'retry-after': '7' }).end('<html>')];
	const client = createHttpClient({ readLater: () => undefined, loadLater: async () => assert.unreachable() as never });
	client.on('onError', assert.unreachable);
	const error = await rejection(client.subscribe(`${api.base()}/live/a.flv`));
	await client.unsubscribe();
	const { errorCode, status, retryAfter } = error as unknown as Record<string, number>;
	assert.equal([errorCode, status, retryAfter], [ErrorCode.ERROR_HTTPREQUEST_ERROR, 503, 7000]);
});

const [video] = await readTracks('_ld', 1);
const SOUND = (...times: number[]) => [
	flvTag(8, 0, FLV_AAC(true), SOUND_CONFIG),
	...times.map((time) => flvTag(8, time, FLV_AAC(false), [1, 2, 3])),
];
for (const [what, tags, audio, end] of [
	['', SOUND(40, 80), 3, 40],
	[' after a pause of its sender', SOUND(40, 10_040, 10_080), 6, 10_040],
	[' after its clock was set back', SOUND(9000, 40, 80), 6, 40],
	[
		', though frames are shown in another order than they come in',
		[
			...SOUND(60, 90),
			flvTag(9, 0, FLV_VIDEO.avc1(true, true), avcConfig(video!.units)),
			...[120, 0, 0, 0].map((offset, i) => flvTag(9, 40 * i, FLV_VIDEO.avc1(!i, false, offset), [1, 2, 3])),
		],
		6,
		80,
	],
] as const)
	it(`should count bytes as they come, and tell when the latest frame is by its sender${what}`, async () => {
		const media = Buffer.concat([FLV_HEAD, ...tags]);
		api.answers = [(response) => void response.writeHead(200).write(media.subarray(0, -2))];
		const client = createHttpClient({
			readLater: () => undefined,
			loadLater: async () => assert.unreachable() as never,
		});
		const sample = new Promise<Sample>((resolve) => client.on('onSample', resolve));
		await client.subscribe(`${api.base()}/live/a.flv`);
		const found = await sample;
		await client.unsubscribe();
		// The last one is not whole.
		assert.equal([found.bytes, found.audioBytes, found.end], [media.length - 2, audio, end]);
	});

it('should tell that its element has failed from the end of the stream, for which a crowd waits', async () => {
	Object.assign(window, {
		MediaSource: class {
			static isTypeSupported(): boolean {
				return true;
			}
		},
	});
	Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL() {} });
	const frames = Array.from({ length: 20 }, (_, i) => flvTag(8, i * 21, FLV_AAC(false), [1]));
	const media = Buffer.concat([FLV_HEAD, flvTag(8, 0, FLV_AAC(true), SOUND_CONFIG), ...frames]);
	api.answers = [(response) => void response.writeHead(200).write(media)];
	const client = createHttpClient({ readLater: () => undefined, loadLater: async () => assert.unreachable() as never });
	client.on('onPlayEvent', ({ event }: { event: string }) => assert.is(event, 'canplay'));
	const failed = new Promise<{ errorCode: number }>((resolve) => client.on('onError', resolve));
	const video = fakeVideo();
	const plays = new Promise<void>((resolve) => (video.play = async () => resolve()));
	(await client.subscribe(`${api.base()}/live/a.flv`)).play(video as unknown as HTMLVideoElement);
	await plays;
	video.fire('error');
	assert.is((await failed).errorCode, ErrorCode.ERROR_HTMLELEMENT_ERROR);
	await client.unsubscribe();
});

it.run();
