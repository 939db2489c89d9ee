import * as assert from 'uvu/assert';
import { editOpus, dropMixedExtensions, hasH264 } from '../../../src/rts/play/sdp.ts';
import { renameTracks } from '../../../src/rts/publish/rename-tracks.ts';
import { addTransceivers, isOfferedCodec } from '../../../src/rts/play/transceivers.ts';
import { suiteInFakeBrowser, setGlobals } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts sdp and transceivers');
const lines = (...text: string[]): string => text.join('\r\n') + '\r\n';

for (const [what, feedback] of [
	['one feedback line', ['a=rtcp-fb:111 transport-cc']],
	['two feedback lines', ['a=rtcp-fb:111 transport-cc', 'a=rtcp-fb:111 goog-remb']],
	['no feedback line', []],
] as const)
	test(`should ask for stereo and retransmission of an Opus that is offered with ${what}`, () => {
		const opus = lines('a=rtpmap:111 opus/48000/2', ...feedback);
		const offer = `${opus}a=fmtp:111 minptime=10;useinbandfec=1\r\na=rtpmap:102 H264/90000\r\n`;
		assert.is(
			editOpus(offer),
			`${opus}a=rtcp-fb:111 nack\r\na=fmtp:111 stereo=1;minptime=10;useinbandfec=1\r\na=rtpmap:102 H264/90000\r\n`,
		);
		assert.is(editOpus(editOpus(offer)), editOpus(offer));
	});
for (const [what, text] of [
	[
		'an Opus that is offered in stereo (Firefox)',
		['a=rtpmap:109 opus/48000/2', 'a=fmtp:109 maxplaybackrate=48000;stereo=1'],
	],
	[
		'an offer without Opus',
		['a=rtpmap:102 H264/90000', 'a=rtcp-fb:102 transport-cc', 'a=fmtp:102 packetization-mode=1'],
	],
] as const)
	test(`should not change ${what}`, () => assert.is(editOpus(lines(...text)), lines(...text)));

for (const name of ['H264', 'h264', 'H.264', 'h.264'])
	test(`should find ${name} in an offer`, () => assert.ok(hasH264(`a=rtpmap:102 ${name}/90000`)));
test('should not find H.264 in other text', () => {
	assert.not(hasH264('a=rtpmap:96 VP8/90000\r\na=rtpmap:98 H265/90000'));
	assert.not(hasH264(''));
	assert.not(hasH264(undefined));
});

test('should drop `extmap-allow-mixed` also with line feeds alone', () => {
	assert.is(dropMixedExtensions('v=0\na=extmap-allow-mixed\ns=-\n'), 'v=0\ns=-\n');
});
test('should drop `extmap-allow-mixed` from an answer, and no other line', () => {
	const answer = lines(
		'v=0',
		'a=group:BUNDLE 0',
		'a=extmap-allow-mixed',
		'm=audio 9 X 111',
		'a=extmap:1 urn:x',
		'a=extmap-allow-mixed',
	);
	assert.is(dropMixedExtensions(answer), lines('v=0', 'a=group:BUNDLE 0', 'm=audio 9 X 111', 'a=extmap:1 urn:x'));
	assert.is(dropMixedExtensions(''), '');
});

test('should rename the tracks in an offer of Chromium', () => {
	const renamed = renameTracks(
		lines(
			'v=0',
			'a=msid-semantic: WMS 1f0a',
			'm=audio 9 UDP/TLS/RTP/SAVPF 111',
			'a=msid:1f0a 2b',
			'a=ssrc:1 cname:abc',
			'a=ssrc:1 msid:1f0a 2b',
			'm=video 9 UDP/TLS/RTP/SAVPF 102',
			'a=msid:1f0a 3c',
			'a=ssrc-group:FID 2 3',
			'a=ssrc:2 cname:abc',
			'a=ssrc:2 msid:1f0a 3c',
			'a=ssrc:3 mslabel:1f0a',
			'a=ssrc:3 label:3c',
		),
	);
	assert.is(
		renamed,
		lines(
			'v=0',
			'a=msid-semantic: WMS rts',
			'm=audio 9 UDP/TLS/RTP/SAVPF 111',
			'a=msid:rts audio',
			'a=ssrc:1 cname:audio',
			'a=ssrc:1 msid:rts audio',
			'm=video 9 UDP/TLS/RTP/SAVPF 102',
			'a=msid:rts video',
			'a=ssrc-group:FID 2 3',
			'a=ssrc:2 cname:video',
			'a=ssrc:2 msid:rts video',
			'a=ssrc:3 mslabel:rts',
			'a=ssrc:3 label:video',
		),
	);
});

test('should rename the tracks in an offer of Firefox, whose ids are not those of the tracks', () => {
	const renamed = renameTracks(
		lines('a=msid-semantic:WMS *', 'm=audio 9 X 109', 'a=msid:{aa} {bb}', 'm=video 9 X 126', 'a=msid:{aa} {cc}'),
	);
	assert.is(
		renamed,
		lines('a=msid-semantic:WMS rts', 'm=audio 9 X 109', 'a=msid:rts audio', 'm=video 9 X 126', 'a=msid:rts video'),
	);
});

test('should rename each of several sources', () => {
	const sources = (stream: string, track: string): string[] =>
		['10', '11'].flatMap((ssrc) => [
			`a=ssrc:${ssrc} cname:${track}`,
			`a=ssrc:${ssrc} msid:${stream} ${track}`,
			`a=ssrc:${ssrc} mslabel:${stream}`,
			`a=ssrc:${ssrc} label:${track}`,
		]);
	assert.is(
		renameTracks(lines('m=video 9 X 102', ...sources('1f0a', '3c'))),
		lines('m=video 9 X 102', ...sources('rts', 'video')),
	);
});
test('should only rename at the start of a line', () => {
	const session = ['s=a=msid-semantic: WMS mine', 's=m=video', 'a=msid:session track'];
	const information = ['i=a=msid:x y', 'i=a=ssrc:1 cname:x', 'i=a=ssrc:1 mslabel:x', 'i=m=x'];
	assert.is(
		renameTracks(lines(...session, 'm=audio 9 X 111', ...information, 'a=msid:x y')),
		lines(...session, 'm=audio 9 X 111', ...information, 'a=msid:rts audio'),
	);
});
test('should not change a section without a track', () => {
	const offer = lines(
		'v=0',
		'm=audio 9 X 111',
		'a=recvonly',
		'm=application 9 X webrtc-datachannel',
		'a=sctp-port:5000',
	);
	assert.is(renameTracks(offer), offer);
});

const h264 = (profile: string, mode = 1) => ({
	mimeType: 'video/H264',
	sdpFmtpLine: `level-asymmetry-allowed=1;packetization-mode=${mode};profile-level-id=${profile}`,
});

for (const codec of [
	{ mimeType: 'audio/opus' },
	{ mimeType: 'video/rtx' },
	h264('42001f'),
	h264('42e01f'),
	h264('4d001f'),
	h264('640c1f'),
])
	test(`should offer ${JSON.stringify(codec)}`, () => assert.ok(isOfferedCodec(codec)));
for (const codec of [
	{ mimeType: 'audio/PCMU' },
	{ mimeType: 'audio/red' },
	{ mimeType: 'video/VP8' },
	{ mimeType: 'video/H265' },
	{ mimeType: 'video/ulpfec' },
	{ mimeType: 'video/H264' },
	h264('42e01f', 0),
	h264('f4001f'),
])
	test(`should not offer ${JSON.stringify(codec)}`, () => assert.not(isOfferedCodec(codec)));

/** A connection that records its transceivers, in an engine without some of the calls. */
const engine = (
	found: string[],
	without: { capabilities?: boolean; preferences?: boolean; transceivers?: boolean } = {},
) => ({
	RTCRtpReceiver: without.capabilities
		? {}
		: { getCapabilities: (kind: string) => ({ codecs: [{ mimeType: `${kind}/opus` }, { mimeType: `${kind}/VP8` }] }) },
	pc: {
		addTransceiver: without.transceivers
			? undefined
			: (kind: string, { direction }: { direction: string }) => {
					found.push(`${kind} ${direction}`);
					return without.preferences
						? {}
						: {
								setCodecPreferences: (codecs: { mimeType: string }[]) =>
									found.push(codecs.map((codec) => codec.mimeType).join()),
							};
				},
	} as unknown as RTCPeerConnection,
});
const both = { offerToReceiveAudio: true, offerToReceiveVideo: true };

test('should prefer the wanted codecs', () => {
	const found: string[] = [];
	const { pc, ...globals } = engine(found);
	setGlobals(globals);
	assert.equal(addTransceivers(pc, true, true), both);
	assert.equal(found, ['audio recvonly', 'audio/opus', 'video recvonly', 'video/opus']);
});
test('should receive one kind only', () => {
	const found: string[] = [];
	const { pc, ...globals } = engine(found);
	setGlobals(globals);
	assert.equal(addTransceivers(pc, true, false), { offerToReceiveAudio: true, offerToReceiveVideo: false });
	assert.equal(found, ['audio recvonly', 'audio/opus']);
});
for (const [what, without] of [
	['capabilities (Firefox before 128, Safari 11)', { capabilities: true }],
	['transceivers (Chrome before 69)', { transceivers: true }],
	['codec preferences (Chrome before 76)', { preferences: true }],
] as const)
	test(`should fall back to the default offer in an engine without ${what}`, () => {
		const { pc, ...globals } = engine([], without);
		setGlobals(globals);
		assert.equal(addTransceivers(pc, true, true), both);
	});

test.run();
