import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isWanted, receive } from '../../../src/rts/transceivers.ts';
import { inScene } from '../../support/rtc-fakes.ts';

const test = suite('rts receiving');
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
	test(`should offer ${JSON.stringify(codec)}`, () => assert.ok(isWanted(codec)));
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
	test(`should not offer ${JSON.stringify(codec)}`, () => assert.not(isWanted(codec)));

/** A connection that notes its transceivers, in an engine that has what is named. */
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
	return inScene(
		() => {
			assert.equal(receive(pc, true, true), both);
			assert.equal(found, ['audio recvonly', 'audio/opus', 'video recvonly', 'video/opus']);
		},
		'',
		globals,
	)();
});
test('should receive one kind only', () => {
	const found: string[] = [];
	const { pc, ...globals } = engine(found);
	return inScene(
		() => {
			assert.equal(receive(pc, true, false), { offerToReceiveAudio: true, offerToReceiveVideo: false });
			assert.equal(found, ['audio recvonly', 'audio/opus']);
		},
		'',
		globals,
	)();
});
for (const [what, without] of [
	['capabilities (Firefox before 128, Safari 11)', { capabilities: true }],
	['transceivers (Chrome before 69)', { transceivers: true }],
	['codec preferences (Chrome before 76)', { preferences: true }],
] as const)
	test(`should fall back to the default offer in an engine without ${what}`, () => {
		const { pc, ...globals } = engine([], without);
		return inScene(() => assert.equal(receive(pc, true, true), both), '', globals)();
	});

test.run();
