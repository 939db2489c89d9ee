import * as assert from 'uvu/assert';
import { artcPlay } from '../../../src/rts/play/artc.ts';
import type { RtsError } from '../../../src/rts/play/errors.ts';
import type { Signalling } from '../../../src/rts/play/signalling.ts';
import { createWhep } from '../../../src/rts/play/whep.ts';
import { whepRest } from '../../../src/rts/play/whep-rest.ts';
import { OFFER, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts send');
const offer = { type: 'offer', sdp: OFFER } as const;

for (const [name, address, create] of [
	['artc', 'artc://h/a', () => artcPlay(5000)],
	['WHEP', 'whep://h/a', () => createWhep(5000, {})],
	['WHEP with the reason', 'whep://h/a', () => createWhep(5000, { rest: whepRest })],
] as const)
	for (const [status, header, wait] of [
		[429, '2', 2000],
		[503, 'Tue, 14 Nov 2023 22:13:23 GMT', 3000],
		[503, null, undefined],
	] as const)
		test(`should reject ${status} by ${name} with what Retry-After asks for: ${wait}`, async (browser) => {
			const signalling: Signalling = create();
			const reply = signalling.exchange(offer, { url: address, audio: true, video: true }, {
				localDescription: offer,
			} as never);
			browser.last().request.reply(status, '', header ? { 'retry-after': header } : {});
			const error = (await rejection(reply)) as RtsError;
			assert.equal([error.errorCode, error.retryAfter], [10205, wait]);
			assert.is(JSON.stringify(error).includes('retryAfter'), !!wait);
		});

test.run();
