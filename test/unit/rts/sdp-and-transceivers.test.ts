import * as assert from 'uvu/assert';
import { completeAnswer, editOpus, hasH264, tidyLines } from '../../../src/rts/play/sdp.ts';
import { renameTracks } from '../../../src/rts/publish/rename-tracks.ts';
import { addTransceivers, isOfferedCodec } from '../../../src/rts/play/transceivers.ts';
import { suiteInFakeBrowser, setGlobals } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts sdp and transceivers');
const lines = (...text: string[]): string => text.join('\r\n') + '\r\n';

for (const feedback of [['transport-cc'], ['transport-cc', 'goog-remb'], []])
	test(`should ask for stereo and retransmission of an Opus that is offered with the feedback ${feedback}`, () => {
		const opus = lines('a=rtpmap:111 opus/48000/2', ...feedback.map((name) => `a=rtcp-fb:111 ${name}`));
		const rest = 'minptime=10;useinbandfec=1\r\na=rtpmap:102 H264/90000\r\n';
		const edited = `${opus}a=rtcp-fb:111 nack\r\na=fmtp:111 stereo=1;${rest}`;
		assert.is(editOpus(`${opus}a=fmtp:111 ${rest}`), edited);
		assert.is(editOpus(edited), edited);
	});
for (const [what, ...text] of [
	['an Opus in stereo (Firefox)', 'a=rtpmap:109 opus/48000/2', 'a=fmtp:109 maxplaybackrate=48000;stereo=1'],
	['an offer without Opus', 'a=rtpmap:102 H264/90000', 'a=fmtp:102 packetization-mode=1'],
] as const)
	test(`should not change ${what}`, () => assert.is(editOpus(lines(...text)), lines(...text)));

test('should find H.264 in an offer, and not in other text', () => {
	for (const name of ['H264', 'h264', 'H.264']) assert.ok(hasH264(`a=rtpmap:102 ${name}/90000`), name);
	for (const text of ['a=rtpmap:96 VP8/90000\r\na=rtpmap:98 H265/90000', '', undefined]) assert.not(hasH264(text));
});

const TIDY = lines('v=0', 's=-', 'm=audio 9 X 111', 'a=extmap:1 urn:x');
for (const [what, sdp] of [
	['what is tidy', TIDY],
	['no end of the last line', TIDY.trim()],
	['line feeds alone', TIDY.replace(/\r/g, '')],
	['an empty line first', `\r\n${TIDY}`],
	['empty lines between', TIDY.replace(/\r\n/g, '\r\n\n')],
	['blanks at line ends', TIDY.replace(/\r/g, ' \t\r')],
	['`extmap-allow-mixed`', TIDY.replace(/(s=-|urn:x)\r\n/g, '$&a=extmap-allow-mixed\r\n')],
	['the same with line feeds alone', TIDY.replace(/(s=-|urn:x)\r\n/g, '$1\na=extmap-allow-mixed\n')],
] as const)
	test(`should end the lines of an answer as browsers demand, with ${what}`, () => assert.is(tidyLines(sdp), TIDY));

const [AUDIO, VIDEO] = [lines('m=audio 5000 X 111', 'a=mid:0'), lines('m=video 5000 X 102', 'a=mid:1')];
const OFFERED = lines('v=0', 'm=audio 9 X 111', 'a=mid:0', 'm=video 9 X 102', 'a=mid:1');
const REFUSED = { audio: lines('m=audio 0 X 111', 'a=mid:0'), video: lines('m=video 0 X 102', 'a=mid:1') };
for (const [what, answer, completed] of [
	['whole', AUDIO + VIDEO, AUDIO + VIDEO],
	['in another order', VIDEO + AUDIO, AUDIO + VIDEO],
	['without sound', VIDEO, REFUSED.audio + VIDEO],
	['without video', AUDIO, AUDIO + REFUSED.video],
	['with a section that was not offered', `${AUDIO}${VIDEO}m=application 9 X webrtc\r\n`, AUDIO + VIDEO],
] as const)
	test(`should give an answer that is ${what} the sections of the offer`, () =>
		assert.is(completeAnswer(`v=0\r\n${answer}`, OFFERED), `v=0\r\n${completed}`));
test('should read no more than a few hundred candidates, which take browsers seconds', () => {
	const sdp = TIDY + 'a=candidate:1 1 udp 2130706431 192.0.2.1 8000 typ host\r\n'.repeat(20_000);
	assert.ok(tidyLines(sdp).split('a=candidate').length < 1000);
});
test('should add no section that was not offered', () =>
	assert.is(completeAnswer(`v=0\r\n${VIDEO}`, lines('v=0', 'm=video 9 X 102')), `v=0\r\n${VIDEO}`));

const RENAMED = { wms: ' WMS rts', stream: 'rts', audio: 'audio', video: 'video', names: ['audio', 'video'] };
for (const [what, before, after] of [
	['Chromium', { wms: ' WMS 1f0a', stream: '1f0a', audio: '2b', video: '3c', names: ['abc', 'abc'] }, RENAMED],
	[
		'Firefox, whose ids are not those of the tracks',
		{ wms: 'WMS *', stream: '{aa}', audio: '{bb}', video: '{cc}', names: ['{dd}', '{dd}'] },
		{ ...RENAMED, wms: 'WMS rts' },
	],
] as const)
	test(`should rename the tracks and each source in an offer of ${what}`, () => {
		const offerOf = ({ wms, stream, audio, video, names }: typeof before | typeof after) =>
			lines(
				`a=msid-semantic:${wms}`,
				'm=audio 9 UDP/TLS/RTP/SAVPF 111',
				`a=msid:${stream} ${audio}`,
				`a=ssrc:1 cname:${names[0]}`,
				'm=video 9 UDP/TLS/RTP/SAVPF 102',
				`a=msid:${stream} ${video}`,
				'a=ssrc-group:FID 2 3',
				...[2, 3].flatMap((source) => [
					`a=ssrc:${source} cname:${names[1]}`,
					`a=ssrc:${source} msid:${stream} ${video}`,
					`a=ssrc:${source} mslabel:${stream}`,
					`a=ssrc:${source} label:${video}`,
				]),
			);
		assert.is(renameTracks(offerOf(before)), offerOf(after));
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

const h264 = (profile: string, mode = 1) =>
	`level-asymmetry-allowed=1;packetization-mode=${mode};profile-level-id=${profile}`;
for (const [isOffered, mimeType, ...parameters] of [
	[true, 'audio/opus', ''],
	[true, 'video/rtx', ''],
	[true, 'video/H264', h264('42001f'), h264('42e01f'), h264('4d001f'), h264('640c1f')],
	[false, 'video/H264', '', h264('42e01f', 0), h264('f4001f')],
	[false, 'audio/PCMU', ''],
	[false, 'video/VP8', ''],
	[false, 'video/ulpfec', ''],
] as const)
	test(`should ${isOffered ? '' : 'not '}offer ${mimeType} with the parameters ${parameters}`, () => {
		for (const line of parameters)
			assert.is(isOfferedCodec({ mimeType, sdpFmtpLine: line || undefined }), isOffered, line);
	});

/** What is added to a connection, in an engine without some of the calls; and the options of its offer. */
function add(audio: boolean, video: boolean, missing?: 'capabilities' | 'preferences' | 'transceivers') {
	const found: string[] = [];
	const getCapabilities = (kind: string) => ({ codecs: [{ mimeType: `${kind}/opus` }, { mimeType: `${kind}/VP8` }] });
	const setCodecPreferences = (codecs: { mimeType: string }[]) =>
		void found.push(codecs.map(({ mimeType }) => mimeType).join());
	const addTransceiver = (kind: string, { direction }: { direction: string }) => {
		found.push(`${kind} ${direction}`);
		return missing === 'preferences' ? {} : { setCodecPreferences };
	};
	setGlobals({ RTCRtpReceiver: missing === 'capabilities' ? {} : { getCapabilities } });
	const pc = (missing === 'transceivers' ? {} : { addTransceiver }) as never;
	return { options: addTransceivers(pc, audio, video), found };
}

test('should prefer the wanted codecs of the wanted kinds', () => {
	const audio = ['audio recvonly', 'audio/opus'];
	const video = ['video recvonly', 'video/opus'];
	const options = { offerToReceiveAudio: true, offerToReceiveVideo: true };
	assert.equal(add(true, true), { options, found: [...audio, ...video] });
	assert.equal(add(true, false), { options: { ...options, offerToReceiveVideo: false }, found: audio });
});
for (const [missing, what] of [
	['capabilities', 'Firefox before 128, Safari 11'],
	['transceivers', 'Chrome before 69'],
	['preferences', 'Chrome before 76'],
] as const)
	test(`should fall back to the default offer in an engine without ${missing} (${what})`, () =>
		assert.equal(add(true, true, missing).options, { offerToReceiveAudio: true, offerToReceiveVideo: true }));

test.run();
