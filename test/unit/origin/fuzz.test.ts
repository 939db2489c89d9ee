import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallError } from '../../origin/calls/call-error.ts';
import { readPacket, signPacket } from '../../origin/calls/packet.ts';
import { OfferError, prepareOffer } from '../../origin/rtc/offer.ts';

const it = suite('origin: fuzzing');

/** Returns what a function throws. */
function thrown(act: () => unknown): unknown {
	try {
		act();
	} catch (error) {
		return error;
	}
}

it('should accept or refuse any packet', () => {
	const packet = fc.oneof(
		fc.string(),
		fc.json(),
		fc
			.record(
				{
					token: fc.anything(),
					methodCode: fc.constantFrom('live/detail', '', 5),
					reqTime: fc.anything(),
					versionNo: fc.anything(),
					userId: fc.anything(),
					recData: fc.anything(),
				},
				{ requiredKeys: [] },
			)
			.map((record) => JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? `${value}` : value)) ?? ''),
	);
	fc.assert(
		fc.property(packet, fc.boolean(), (text, signed) => {
			const form = new URLSearchParams({ packet: text, sign: signed ? signPacket(text, 'key') : text });
			const error = thrown(() => {
				const { token, userId, recData } = readPacket(form, ['live/detail'], 'key');
				assert.equal([typeof token, typeof userId, typeof recData], ['string', 'string', 'object']);
				assert.ok(signed);
			});
			if (error) assert.instance(error, CallError, String(error));
		}),
		{ numRuns: 1000 },
	);
});

it('should accept or refuse any offer', () => {
	const line = fc.constantFrom(
		'v=0',
		'm=audio 9 UDP/TLS/RTP/SAVPF 111',
		'm=video 9 UDP/TLS/RTP/SAVPF 96',
		'a=rtpmap:96 H264/90000',
		'a=fmtp:96 packetization-mode=1',
		'a=mid:0',
		'a=recvonly',
		'a=ice-ufrag:x',
		'a=setup:actpass',
		'a=',
		'',
	);
	const sdp = fc.array(fc.oneof(line, fc.string())).map((lines) => lines.join('\r\n'));
	fc.assert(
		fc.property(sdp, fc.constantFrom('play' as const, 'publish' as const), (text, mode) => {
			const error = thrown(() => prepareOffer(text, mode));
			if (error) assert.instance(error, OfferError, String(error));
		}),
		{ numRuns: 1000 },
	);
});

it.run();
