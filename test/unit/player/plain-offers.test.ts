import * as assert from 'uvu/assert';
import type { RtsError } from '../../../src/rts/play/errors.ts';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { offerPlainly } from '../../../src/player/act/plain-offers.ts';
import { OFFER, suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { ADDRESS, recordedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('offers after a refusal');

for (const [status, option, isPlain] of [
	[400, 'googspedv1', true],
	[415, 'goog-sped-v1', true],
	[500, 'googspedv1', true],
	[404, 'googspedv1', false],
	[403, 'googspedv1', false],
	[503, 'googspedv1', false],
] as const)
	test(`should ${isPlain ? 'leave out' : 'keep'} ${option} after ${status}`, async (browser) => {
		const createOffer = OFFER.replace('v=0', `v=0\r\na=ice-options:trickle ${option}`);
		browser.plans = [{ createOffer }];
		const { client } = recordedClient();
		const listeners = new Set<(state: PlayerState) => void>();
		offerPlainly({ listeners }, client.whep);
		/** The offer that is sent, and refused. */
		async function offer() {
			const subscribed = client.subscribe(ADDRESS).catch((error: RtsError) => error);
			await browser.settle();
			const { request } = browser.last();
			request.reply(status, '');
			const error = (await subscribed) as RtsError;
			for (const listener of listeners) listener({ error } as PlayerState);
			return JSON.parse(request.body).jsep.sdp as string;
		}
		assert.match(await offer(), `a=ice-options:trickle ${option}`);
		const second = await offer();
		assert.match(second, isPlain ? 'a=ice-options:trickle\r\n' : `a=ice-options:trickle ${option}`);
		assert.match(second, 'stereo=1', 'as edited as ever');
		await client.unsubscribe();
	});

test.run();
