import { mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startActivityTimer } from '../../origin/rtc/activity-timer.ts';
import { startsKeyframe } from '../../origin/rtc/h264.ts';
import { SampleSender } from '../../origin/rtc/sample-sender.ts';
import { readSample, type SampleFrame } from '../../origin/rtc/sample.ts';
import type { Viewer } from '../../origin/rtc/viewer.ts';
import { originTests } from './harness.ts';
import { closeClients, connectClient } from './rtc-client.ts';
import { until } from '../../support/until.ts';

const it = suite('origin: streams');
it.after.each(closeClients);
const withOrigin = originTests(it);
const withImpatientOrigin = originTests(it, { activityLimits: { inactivityTimeout: 3_000 } });

/** Ticks of the video clock between two frames of the sample, 15 a second. */
const FRAME_TICKS = 6_000;

withOrigin('should send the negotiated media from a keyframe on, without gaps', async (origin) => {
	// This process is client and server: of a higher rate its socket would lose packets while it is busy sending.
	const viewer = await connectClient(origin, 'demo_ld');
	assert.is(viewer.status, 200);
	await until(() => viewer.count('audio') >= 60, '60 packets of audio arrive');
	const video = viewer.packets.filter(({ kind }) => kind === 'video');
	const audio = viewer.packets.filter(({ kind }) => kind === 'audio');
	assert.ok(startsKeyframe(video[0]!.payload));
	for (const list of [audio, video]) {
		for (let i = 1; i < list.length; i++)
			assert.is(list[i]!.sequenceNumber, (list[i - 1]!.sequenceNumber + 1) & 0xffff);
	}
	for (let i = 1; i < audio.length; i++) assert.is((audio[i]!.timestamp - audio[i - 1]!.timestamp) >>> 0, 960);
	assert.ok(video.every((p, i) => i === 0 || (p.timestamp - video[i - 1]!.timestamp) >>> 0 <= FRAME_TICKS));
	assert.is(origin.viewers('demo_ld'), 1);
});

withOrigin('should send audio alone, video alone, and media beside a data channel', async (origin) => {
	const audioOnly = await connectClient(origin, 'demo', { video: false });
	const videoOnly = await connectClient(origin, 'demo', { audio: false });
	const both = await connectClient(origin, 'demo', { dataChannel: true });
	assert.equal([audioOnly.status, videoOnly.status, both.status], [200, 200, 200]);
	await until(() => audioOnly.count('audio') >= 20 && both.count('audio') >= 20, 'audio arrives');
	await until(() => videoOnly.count('video') >= 20 && both.count('video') >= 20, 'video arrives');
	assert.is(audioOnly.count('video'), 0);
	assert.is(videoOnly.count('audio'), 0);
});

it('should show the same moment in each encoding, after it has caught up from a keyframe', async () => {
	// 1.5 s after a keyframe: 22 frames later.
	const started = performance.now() - 7_500;
	const senders = await Promise.all(
		(['hd', 'ld'] as const).map(async (video) => {
			const sample = await readSample(video);
			const shown: number[] = [];
			const sendFrame = (frame: SampleFrame) => shown.push(sample.frames.indexOf(frame));
			const viewer = { sendFrame, sendAudio() {} } as unknown as Viewer;
			const sender = new SampleSender(sample, started, () => [viewer]);
			return { sender, viewer, shown };
		}),
	);
	try {
		for (const { sender, viewer } of senders) {
			sender.start();
			sender.startAtKeyframe(viewer);
		}
		const live = () => Math.floor(((performance.now() - started) * 15) / 1000) % 90;
		const behind = () => senders.map(({ shown }) => (live() - shown.at(-1)! + 90) % 90);
		assert.equal(
			senders.map(({ shown }) => shown[0]! % 30),
			[0, 0],
		);
		assert.ok(
			behind().every((frames) => frames > 15),
			`${behind()} frames behind`,
		);
		await until(() => behind().every((frames) => frames <= 1), 'both are live');
	} finally {
		for (const { sender } of senders) sender.stop();
	}
});

withOrigin('should begin between two keyframes, or with the camera off, where the name says so', async (origin) => {
	const between = await connectClient(origin, 'demo_gop10');
	const off = await connectClient(origin, 'demo_sound');
	await until(() => between.count('audio') >= 50 && off.count('audio') >= 50, 'sound arrives');
	const video = between.packets.filter(({ kind }) => kind === 'video');
	assert.ok(video.length > 5);
	assert.not(video.some(({ payload }) => startsKeyframe(payload)));
	assert.is(off.count('video'), 0);
	await origin.stream('demo_sound', 'resume');
	await until(() => off.count('video') > 0, 'video arrives');
	assert.ok(startsKeyframe(off.packets.find(({ kind }) => kind === 'video')!.payload));
});

withOrigin('should carry no more than its link does, and drop the rest', async (origin) => {
	const viewer = await connectClient(origin, 'demo');
	/** kbit/s of RTP payload that arrive within half a second. */
	const rate = async () => {
		const [before, begun] = [viewer.packets.length, performance.now()];
		await delay(500);
		const bytes = viewer.packets.slice(before).reduce((sum, { payload }) => sum + payload.length, 0);
		return (bytes * 8) / (performance.now() - begun);
	};
	origin.setLink({ kbps: 100 });
	// The queue of the link fills first.
	await until(async () => Math.abs((await rate()) - 80) < 30, 'no more than 110 kbit/s arrive');
	origin.setLink(null);
	await until(async () => (await rate()) > 250, 'all arrives again');
});

withOrigin('should send a packet again that is some seconds old, and none that it never sent', async (origin) => {
	const viewer = await connectClient(origin, 'demo');
	// Requests within a round trip are one.
	origin.setLink({ kbps: 100_000, roundTrip: 800 });
	await until(() => viewer.count('video') >= 200, '200 packets of video arrive');
	const { sequenceNumber } = viewer.packets.find(({ kind }) => kind === 'video')!;
	const copies = (number = sequenceNumber) =>
		viewer.packets.filter((packet) => packet.kind === 'video' && packet.sequenceNumber === number).length;
	assert.is(copies(), 1);
	const unsent = (sequenceNumber - 10) & 0xffff;
	await viewer.requestAgain(unsent);
	await Promise.all([viewer.requestAgain(sequenceNumber), viewer.requestAgain(sequenceNumber)]);
	await until(() => copies() >= 2, 'the packet arrives again');
	await delay(200);
	assert.is(copies(), 2, 'the second request comes before the first packet can have arrived');
	await until(async () => {
		await viewer.requestAgain(sequenceNumber);
		return copies() > 2;
	}, 'the packet arrives once more');
	assert.is(copies(unsent), 0);
});

withOrigin('should freeze and resume without closing the connection', async (origin) => {
	const viewer = await connectClient(origin, 'demo');
	await until(() => viewer.count('video') >= 10, 'media arrive');
	await origin.stream('demo', 'freeze');
	await delay(200);
	const before = viewer.packets.length;
	await delay(500);
	assert.is(viewer.packets.length, before);
	assert.is(viewer.dtlsState(), 'connected');
	const video = viewer.count('video');
	await origin.stream('demo', 'resume');
	await until(() => viewer.count('video') >= video + 15, 'media arrive again');
	const resumed = viewer.packets.slice(before).find(({ kind }) => kind === 'video')!;
	assert.ok(startsKeyframe(resumed.payload));
	assert.is(origin.viewers('demo'), 1);
});

withOrigin('should drop the viewers of one stream and refuse new ones until the restart', async (origin) => {
	const viewer = await connectClient(origin, 'demo2');
	const other = await connectClient(origin, 'demo');
	const connect = async (name: string) => (await connectClient(origin, name)).status;
	await until(() => viewer.packets.length > 0 && other.packets.length > 0, 'both are connected');
	await origin.stream('demo2', 'drop');
	await until(() => viewer.dtlsState() === 'closed', 'the viewer is closed');
	assert.equal([origin.viewers('demo2'), origin.viewers('demo')], [0, 1]);
	assert.is(other.dtlsState(), 'connected');
	assert.is(await connect('demo2'), 404);
	assert.is(await connect('demo'), 200);
	await origin.stream('demo2', 'restart');
	assert.is(await connect('demo2'), 200);
});

withImpatientOrigin('should forward what a publisher sends, and end with the publisher', async (origin) => {
	const { frames } = await readSample('ld');
	assert.is((await connectClient(origin, 'camera')).status, 404);
	const publisher = await connectClient(origin, 'camera', { mode: 'publish' });
	assert.is(publisher.status, 200);
	assert.equal(origin.publishers(), ['camera']);
	let index = 0;
	const sending = setInterval(() => {
		// Keyframes (one in 15) come too late for the viewer when they are not requested, as with a real camera.
		const frame = publisher.keyframeRequests() > 0 && index % 15 === 0 ? frames[0]! : frames[(index % 14) + 1]!;
		void publisher.sendFrame(frame, index * FRAME_TICKS);
		index++;
	}, 20);
	const viewer = await connectClient(origin, 'camera');
	try {
		assert.is(viewer.status, 200);
		await until(() => viewer.count('video') >= 20, 'video arrives');
		assert.ok(publisher.keyframeRequests() > 0);
		const video = viewer.packets;
		assert.ok(startsKeyframe(video[0]!.payload));
		for (let i = 1; i < video.length; i++)
			assert.is(video[i]!.sequenceNumber, (video[i - 1]!.sequenceNumber + 1) & 0xffff);

		clearInterval(sending);
		await publisher.close();
		await until(() => origin.publishers().length === 0, 'the publisher is dropped');
		await until(() => viewer.dtlsState() === 'closed', 'the viewer is closed');
		assert.is((await connectClient(origin, 'camera')).status, 404);
	} finally {
		clearInterval(sending);
	}
});

withImpatientOrigin('should drop a viewer that falls silent, and keep one that does not', async (origin) => {
	const silent = await connectClient(origin, 'demo');
	const active = await connectClient(origin, 'demo');
	await until(() => silent.packets.length > 0 && active.packets.length > 0, 'both are connected');
	assert.is(origin.viewers(), 2);
	await silent.close();
	assert.is(origin.viewers(), 2);
	await until(() => origin.viewers() === 1, 'the silent viewer is dropped');
	assert.is(active.dtlsState(), 'connected');
});

it('should report inactivity once, after the limit without a packet and not before', () => {
	mock.timers.enable({ apis: ['setTimeout', 'Date'] });
	try {
		let reports = 0;
		const timer = startActivityTimer({ connectTimeout: 15_000, inactivityTimeout: 5_000 }, () => reports++);
		mock.timers.tick(14_999);
		timer.reset();
		for (let i = 0; i < 10; i++) {
			mock.timers.tick(4_999);
			timer.reset();
		}
		assert.is(reports, 0);
		mock.timers.tick(4_999);
		assert.is(reports, 0);
		mock.timers.tick(1);
		assert.is(reports, 1);
		mock.timers.tick(60_000);
		assert.is(reports, 1);

		startActivityTimer({ connectTimeout: 15_000, inactivityTimeout: 5_000 }, () => reports++);
		mock.timers.tick(14_999);
		assert.is(reports, 1);
		mock.timers.tick(1);
		assert.is(reports, 2);

		const stopped = startActivityTimer({ connectTimeout: 15_000, inactivityTimeout: 5_000 }, () => reports++);
		stopped.stop();
		stopped.reset();
		mock.timers.tick(60_000);
		assert.is(reports, 2);
	} finally {
		mock.timers.reset();
	}
});

it.run();
