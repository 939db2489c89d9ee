import { ErrorCode } from '../rts/play/errors.ts';
import { inSeconds, type Rules } from './finding.ts';
import { profileName } from './h264.ts';
import { isEmpty, SHORT_INTERVAL, type StreamFacts } from './play-stream.ts';
import type { RtpFacts } from './rtp-facts.ts';
import { darkWords, failureWords } from './page-words.ts';

/** Milliseconds from the connection on. */
const LATE_FRAME = 3_000;
const LATE_SOUND = 2_000;
/** Milliseconds between keyframes. */
const LONG_INTERVAL = 4_500;
/** Share of lost packets. */
const LOSS = 0.02;
/** How far the rate may be from that of the configuration. */
const RATES: [low: number, high: number] = [0.5, 1.4];
const MIN_FPS = 10;
/** The client takes 5 or fewer for a stall (spec §4). */
const STALLED_FPS = 7;
/** Baseline, Main and High, which phones decode. */
const PROFILES = [66, 77, 100];
/** The page offers 3.1; phones decode more. */
const MAX_LEVEL = 4.2;
const MAX_SIDE = 1920;

/** Judges the media of a stream that is connected. */
export function judgeRtp(rules: Rules, stream: StreamFacts): void {
	const { expect, advise, fault } = rules;
	const { quality, wants, keyframeAnswered, times, wasEmpty } = stream;
	const { kbps } = quality;
	const facts = stream.media!;
	if (isEmpty(stream))
		return fault('media-none', [
			`connected, but nothing arrives; ${failureWords(ErrorCode.ERROR_PLAY_FAILED)}.`,
			'Check that the encoder pushes this stream; a server may answer for one that nobody sends.',
		]);
	expect('media-node', !wasEmpty, 'each connection brings media', [
		'one of two connections is answered and brings nothing, so some viewers see nothing.',
		'Look which node of the media server lacks the stream (SRS: destination of forward lists every node; each needs to be reached on 1935).',
	]);
	if (wants.audio) judgeSound(rules, facts, times.dtls ?? 0);
	if (wants.video) judgeVideo(rules, facts, keyframeAnswered, times.dtls ?? 0);
	expect('loss', facts.loss <= LOSS, `${(facts.loss * 100).toFixed(1)} % of the packets are lost`, [
		`${(facts.loss * 100).toFixed(0)} % of the packets never arrive.`,
		'Look for a full link before the media server, or this machine’s; let the server resend lost packets (NACK).',
	]);
	if (kbps && !quality.audioOnly && facts.firstFrame !== undefined) {
		const [low, high] = RATES;
		const rate = Math.round(facts.kbps);
		const fits = rate > kbps * low && rate < kbps * high;
		(rate > kbps ? expect : advise)('kbps', fits, `${rate} kbit/s, as configured (${kbps})`, [
			`the stream has ${rate} kbit/s, the configuration says ${kbps}, so the page chooses qualities wrongly.`,
			'Set kbps of the quality (rts.qualities, or qualities of live/detail) to the encoder’s rate with sound.',
		]);
	}
}

function judgeSound({ fault, advise }: Rules, facts: RtpFacts, since: number): void {
	const { firstSound, channels, silent } = facts;
	if (firstSound === undefined)
		return fault('sound-none', [
			'there is no sound.',
			'Turn on the sound of the encoder (AAC), and its transcoding to Opus at the server.',
		]);
	advise('sound-silent', !silent, 'there is something to hear', [
		'the sound is digital silence.',
		'Choose the microphone or mixer at the encoder, and look at its level meter.',
	]);
	advise(
		'sound-late',
		firstSound - since < LATE_SOUND,
		`sound after ${inSeconds(firstSound)}, ${channels === 2 ? 'stereo' : 'mono'}`,
		[
			`the first sound comes after ${inSeconds(firstSound)}.`,
			'Use a media server nearer to the viewers, and let it send at once.',
		],
	);
}

function judgeVideo(
	{ expect, advise, fault }: Rules,
	facts: RtpFacts,
	keyframeAnswered: boolean | undefined,
	since: number,
): void {
	const { firstFrame, sps, reordered, fps, keyframeInterval } = facts;
	const encoder = 'Set the encoder to a keyframe every 1 to 2 s (x264: keyint = twice the frame rate).';
	if (firstFrame === undefined)
		return facts.fps
			? fault('frame-none', [
					`no keyframe in the first seconds, so there is no picture; ${darkWords('no-frame')}.`,
					`${encoder} Let the server answer keyframe requests (PLI).`,
				])
			: fault('frame-none', [
					`there is sound but no picture; ${darkWords('camera-off')}.`,
					'Turn on the encoder’s camera, or check that it sends H.264.',
				]);
	expect('frame-late', firstFrame - since < LATE_FRAME, `first frame after ${inSeconds(firstFrame)}`, [
		`the first frame comes after ${inSeconds(firstFrame)}.`,
		`${encoder} Let the server begin with the latest one.`,
	]);
	if (sps) {
		const size = `${sps.width}x${sps.height}`;
		expect('profile', PROFILES.includes(sps.profile), `H.264 ${profileName(sps)} ${sps.level}, ${size}`, [
			`the video is H.264 ${profileName(sps)}, which phones do not decode.`,
			'Set the encoder to Baseline, Main or High with 8 bits and 4:2:0 (x264: -profile:v main -pix_fmt yuv420p).',
		]);
		const fits = sps.level <= MAX_LEVEL && Math.max(sps.width, sps.height) <= MAX_SIDE;
		expect('level', fits, 'size and level fit phones', [
			`the video has ${size} at level ${sps.level}, more than many phones decode.`,
			'Set the encoder to 1920x1080 or less, and level 4.2 or less.',
		]);
	}
	expect('b-frames', !reordered, 'no B-frames arrive', [
		`the stream has B-frames (${reordered} frames come after one that is shown later), which WebRTC shows as stutter or not at all.`,
		'Turn off B-frames at the encoder (x264: -bf 0, or -tune zerolatency).',
	]);
	const frames = `${fps.toFixed(0)} frames a second`;
	// Reordered frames are a fault of their own.
	if (!reordered)
		(fps < STALLED_FPS ? expect : advise)('fps', fps >= MIN_FPS, frames, [
			`${frames}${fps < STALLED_FPS ? ', which the page takes for a stream that stands still' : ''}.`,
			'Raise the frame rate of the encoder to 15 or more. Where it sends more than arrive here, the server drops its B-frames, as SRS does: turn them off there (x264: -bf 0).',
		]);
	const apart = inSeconds(keyframeInterval);
	const add = keyframeInterval > LONG_INTERVAL && !keyframeAnswered ? expect : advise;
	add('keyframe-interval', keyframeInterval < SHORT_INTERVAL, `a keyframe every ${apart}`, [
		`keyframes are ${apart} apart or more, and viewers wait for the next one${keyframeAnswered ? '' : '; requests for one (PLI) are not answered'}.`,
		encoder,
	]);
}
