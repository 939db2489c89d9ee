import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isArtc, isWhep, parsePlayAddress, signallingUrl } from '../../../src/rts/play/address.ts';
import { whepUrl } from '../../../src/rts/play/whep.ts';
import { createStallDetector } from '../../../src/rts/play/stall-detector.ts';
import { isOfferedCodec } from '../../../src/rts/play/transceivers.ts';
import { editOpus, dropMixedExtensions, hasH264 } from '../../../src/rts/play/sdp.ts';
import { renameTracks } from '../../../src/rts/publish/rename-tracks.ts';
import { checkSupport } from '../../../src/rts/sdk/support.ts';
import { readUserAgent } from '../../../src/rts/sdk/user-agent.ts';
import { anyCodePoints } from '../../support/any-text.ts';

const test = suite('rts fuzz');

/** Texts of the words that a parser looks for, mixed with others. */
const textOf = (...words: string[]): fc.Arbitrary<string> =>
	fc.array(fc.oneof(fc.constantFrom(...words), fc.string(), anyCodePoints)).map((parts) => parts.join(''));
const address = textOf(...'artc:// ARTC:// @ & = ? subaudio=no subvideo=no h/a/s'.split(' '), '\n', '\u2028');
const SDP_LINES = [
	'm=audio ',
	'm=video ',
	'a=rtpmap:111 opus/48000/2',
	'a=rtcp-fb:111 ',
	'transport-cc',
	'nack',
	'H264',
];
const TRACK_LINES = ['a=msid:', 'a=ssrc:1 cname:', 'a=msid-semantic: WMS', 'a=extmap-allow-mixed'];
const sdp = textOf('\r\n', '\n', ...SDP_LINES, ...TRACK_LINES);
const SYSTEMS = ['(Linux; Android 13; wv)', '(iPhone; CPU iPhone OS 17_4 like Mac OS X)', '(KHTML, like Gecko)'];
const BROWSERS = 'Version Chrome Safari Edg MicroMessenger DingTalk TBS Electron'.split(' ').map((name) => ` ${name}/`);
const userAgent = textOf('Mozilla/5.0 ', ...SYSTEMS, ...BROWSERS, ' Mobile', '7.0.9', '63', '.', '_', ' ');

test('should parse any address', () => {
	fc.assert(
		fc.property(address, (text) => {
			const { url, audio, video } = parsePlayAddress(text);
			assert.is(text.indexOf(url), 0);
			if (isArtc(text)) assert.not(url.includes('@'));
			assert.type(audio, 'boolean');
			assert.type(video, 'boolean');
			if (!text.includes('@')) assert.equal([url, audio, video], [text, true, true]);
			assert.type(whepUrl(text, text), 'string');
			assert.is(isArtc(text), text.startsWith('artc://'));
			assert.type(isWhep(text), 'boolean');
			assert.type(signallingUrl(text, text), 'string');
		}),
		{ numRuns: 2000 },
	);
});
test('should edit any SDP, changing only what it is to change', () => {
	fc.assert(
		fc.property(sdp, (text) => {
			const edited = editOpus(text);
			assert.ok(edited.length >= text.length);
			const added = /a=rtcp-fb:\d+ nack\r?\n|stereo=1;/g;
			assert.is(edited.replace(added, ''), text.replace(added, ''));
			const renamed = renameTracks(text);
			assert.is(renameTracks(renamed), renamed);
			assert.is(renamed.split('\n').length, text.split('\n').length);
			const dropped = dropMixedExtensions(text);
			assert.ok(text.length >= dropped.length);
			if (!text.includes('a=extmap-allow-mixed')) assert.is(dropped, text);
			assert.type(hasH264(text), 'boolean');
			assert.type(isOfferedCodec({ mimeType: text, sdpFmtpLine: text }), 'boolean');
		}),
		{ numRuns: 2000 },
	);
});
test('should parse any user agent and address in little time', () => {
	fc.assert(
		fc.property(userAgent, (text) => {
			const found = readUserAgent(text);
			assert.ok(['iOS', 'Android', 'Windows', 'Mac', 'Linux', 'Other'].includes(found.os));
			for (const value of [found.osVersion, found.browser, found.version]) assert.ok(value.length > 0);
			assert.ok([0, 10111, 10112].includes(checkSupport(text, { webrtc: true }).errorCode));
		}),
		{ numRuns: 2000 },
	);
	const started = performance.now();
	for (const part of ['(', ')', 'safari/', ' mobile', 'chrome/1 ', 'dingtalk', '1.', ' '])
		checkSupport(`Mozilla (a) (b) ${part.repeat(20_000)}`, { webrtc: true });
	for (const part of ['a=rtcp-fb:1 x\r\n', 'opus', 'm=audio \n', 'a=ssrc:1 ', '@', 'subaudio=no&']) {
		editOpus(`a=fmtp:1 ${part.repeat(5_000)}`);
		renameTracks(`m=audio ${part.repeat(5_000)}`);
		parsePlayAddress(`@${part.repeat(5_000)}`);
	}
	assert.ok(performance.now() - started < 3000, 'a hostile text must not block the page');
});
test('should turn any samples into finite rates', () => {
	const frames = fc.option(fc.nat(1000), { nil: undefined });
	const sample = fc.record({ wait: fc.nat(5000), audioBytes: fc.nat(), videoBytes: fc.nat(), frames });
	fc.assert(
		fc.property(fc.array(sample), (steps) => {
			const detectStall = createStallDetector();
			let time = 0;
			let expected = 'waiting';
			for (const { wait, ...totals } of steps) {
				time += wait;
				const stats = detectStall({ time, ...totals });
				for (const value of [stats.audioRate, stats.videoRate, stats.frameRate]) assert.ok(Number.isFinite(value));
				if (stats.change) {
					assert.is(stats.change, expected, 'waiting and playing alternate');
					expected = expected === 'waiting' ? 'playing' : 'waiting';
				}
				if (stats.stall) assert.ok(stats.stall.ct >= 0 && stats.stall.ct <= stats.stall.tt);
			}
		}),
	);
});

test.run();
