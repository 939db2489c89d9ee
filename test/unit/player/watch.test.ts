import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWatch, isReply } from '../../../src/player/watch/watch.ts';
import type { PlayerEvent } from '../../../src/player/core/draft.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import type { Sample } from '../../../src/rts/play/sample.ts';
import { advance, setOnline, STREAM, withFakeTimers } from '../../support/player.ts';
import { openElement } from '../../support/player-element.ts';
import { SEEN } from '../../support/player-rules.ts';
import { missing } from '../../support/trials.ts';

const it = suite('player: what is seen');
withFakeTimers(it);

/** Watches an element whose samples, and those of a trial, are the test's. */
function open() {
	const test = openElement();
	test.video.moves = false;
	let beside: Sample | undefined;
	const watch = createWatch({
		...test,
		trial: { sample: () => beside, stream: () => undefined },
		savesData: () => true,
	});
	test.element.sampleListeners.add(watch.onSample);
	return {
		...test,
		watch,
		see: (event: PlayerEvent = { type: 'check' }) => watch.see({ ...SEEN, now: performance.now() }, event),
		sample: (audioBytes: number) => test.client.sample({ time: performance.now(), audioBytes }),
		tries: (sample: Partial<Sample> | undefined) =>
			(beside = sample && { time: performance.now(), audioBytes: 0, videoBytes: 0, ...sample }),
	};
}

it('should time for how long a hidden page is seen nowhere', () => {
	const { watch } = open();
	const unseen = (hidden: boolean) => watch.see({ ...SEEN, now: performance.now(), hidden }, { type: 'check' }).unseen;
	assert.equal([unseen(false), unseen(true)], [0, 0]);
	advance(3000);
	assert.equal([unseen(true), unseen(false), unseen(true)], [3000, 0, 0]);
});

it('should know that nothing is heard in a tab that is opened behind another one, until its element has something', () => {
	const { watch, video } = open();
	const muted = (hidden: boolean, readyState: number) => {
		Object.assign(video, { readyState });
		return watch.see({ ...SEEN, now: performance.now(), hidden, muted: false }, { type: 'check' }).muted;
	};
	assert.equal([muted(true, 0), muted(false, 0), muted(true, 1), muted(true, 0)], [true, false, false, false]);
});

it('should time the silence of link and API, until a reply or media', () => {
	const { see, tries, watch } = open();
	const quiet = (event?: PlayerEvent) => {
		const { link } = see(event);
		return [link.quiet, link.unanswered];
	};
	watch.onCall();
	advance(3000);
	watch.onCall();
	assert.equal(quiet(), [3000, 3000]);
	assert.equal(quiet({ type: 'refreshed' } as PlayerEvent), [0, 0]);
	advance(1000);
	tries({ videoBytes: 1 });
	assert.equal(quiet(), [0, 0], 'of a trial');
	advance(1000);
	assert.equal(quiet(), [1000, 0], 'once');
});

it('should count for how long media have come, whose last are sampled late or sent again', () => {
	const { see, client, load } = open();
	load(STREAM);
	const report: RTCStatsReport = new Map();
	const span = (pause: number, audioBytes: number) => {
		advance(pause);
		client.sample({ time: performance.now(), audioBytes, report });
		return see().playing.span;
	};
	assert.equal([span(0, 0), span(200, 9), span(200, 10), span(1000, 12), span(200, 12)], [0, 0, 200, 600, 600]);
});

const NO_MEDIA = ErrorCode.ERROR_PLAY_FAILED;
for (const [event, expected] of [
	[{ type: 'trialFailed', reason: NO_MEDIA, error: missing }, true],
	[{ type: 'trialFailed', reason: NO_MEDIA }, false],
	[{ type: 'measured', kbps: 1 }, true],
	[{ type: 'measured', kbps: 0 }, false],
	[{ type: 'alive' }, true],
	[{ type: 'check' }, false],
] as [PlayerEvent, boolean][])
	it(`should ${expected ? '' : 'not '}take for a reply: ${JSON.stringify(event)}`, () =>
		assert.is(isReply(event), expected));

it('should notice media that resumes after a long gap, not after a short one, and its rate', () => {
	const { load, sample, see } = open();
	load(STREAM);
	advance(1000);
	for (const [wait, bytes] of [
		[0, 1],
		[2000, 2],
		[2000, 2],
	] as const) {
		advance(wait);
		sample(bytes);
	}
	assert.is(see().playing.resumed, Infinity);
	advance(500);
	sample(3);
	advance(1000);
	sample(1003);
	const { playing } = see();
	const { resumed, gap, kbps, latest } = playing;
	assert.equal([resumed, gap, kbps, latest.totals.bytes], [1000, 2500, (1001 * 8) / 1500, 1003]);
	advance(2001);
	assert.is(see().playing.kbps, 0, 'none, where they brought nothing');
	load(STREAM);
	sample(10_000);
	assert.is(see().playing.kbps, 0, 'of one connection');
});

it('should read each sample of the trial once, and forget it with the trial', () => {
	const { see, tries } = open();
	let reads = 0;
	tries({ report: { forEach: () => void reads++ } as unknown as RTCStatsReport });
	assert.is(see().trial, see().trial);
	assert.is(reads, 1);
	tries(undefined);
	assert.is(see().trial, null);
});

it('should remember the longest recent round trip', () => {
	const { client, see } = open();
	for (const seconds of [1, 0.1])
		client.sample({ report: [{ type: 'candidate-pair', currentRoundTripTime: seconds }] as unknown as RTCStatsReport });
	assert.is(see().link.roundTrip, 996);
});

for (const [what, ends, expected] of [
	['by the frames of HTTP', [10_000, 10_200], 790],
	['not of MP4 without times', [0, 0], undefined],
	['never of WebRTC', [undefined, undefined], undefined],
] as const)
	it(`should see how late media come ${what}, of each connection`, () => {
		const { load, client, see } = open();
		const lag = () => see().playing.latest.totals.lag;
		for (let connection = 0; connection < 2; connection++) {
			load(STREAM);
			const lags = ends.map((end, i) => {
				client.sample({ time: performance.now(), audioBytes: i + 1, ...(end !== undefined && { end }) });
				advance(1000);
				return lag();
			});
			assert.equal(lags, [expected && 0, expected]);
		}
	});

it('should leave out a round trip that was under way in an outage', () => {
	const { load, client, see } = open();
	load(STREAM);
	const receive = (bytes: number, seconds: number) => {
		const report = [{ type: 'candidate-pair', currentRoundTripTime: seconds }] as unknown as RTCStatsReport;
		client.sample({ time: performance.now(), audioBytes: bytes, report });
	};
	receive(1, 0.2);
	advance(5000);
	receive(2, 0.2);
	for (const [roundTrip, expected] of [
		[5.1, undefined],
		[5.1, undefined],
		[0.9, 900],
	] as const) {
		advance(1000);
		receive(3, roundTrip);
		assert.is(see().playing.latest.totals.roundTrip, expected);
	}
	assert.is(see().link.roundTrip, 900);
});

it('should be frozen', () => assert.throws(() => Object.assign(open().see(), { hidden: true })));

for (const [what, wait, received, offline] of [
	['receives nothing', 8500, false, true],
	['receives what was on its way', 3000, true, true],
	['goes on receiving', 3001, true, false],
] as const)
	it(`should ${offline ? '' : 'not '}believe a browser that says offline and ${what}`, () => {
		const { see } = open();
		const isOffline = (event?: PlayerEvent) => see(event).link.offline;
		const reply = { type: 'refreshed' } as PlayerEvent;
		assert.not(isOffline(), 'online');
		setOnline(false);
		isOffline();
		advance(wait);
		assert.is(isOffline(received ? reply : undefined), offline);
		assert.is(isOffline(), offline);
		setOnline(true);
		assert.not(isOffline());
		setOnline(false);
		assert.ok(isOffline(reply), 'anew');
		setOnline(true);
	});

it.run();
