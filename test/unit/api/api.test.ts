/** What makes the calls after the first flight comes with a later script. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../../src/api/api.ts';
import type { Call } from '../../../src/api/request.ts';

import { defaults } from '../../../src/config.ts';
import { signer } from '../../support/api-server.ts';

const it = suite('api');

it('should load what makes the calls again until it has come, and make it once', async () => {
	const results = [new Error('script not loaded'), null, null];
	let made = 0;
	const sent: unknown[] = [];
	const call: Call = async (...request) => void sent.push(request);
	const api = createApi({
		config: defaults.api,
		signRequest: signer(() => '{}'),
		visit: { id: '1', userId: '42' },
		async loadCalls() {
			const error = results.shift();
			if (error) throw error;
			return { createCall: () => (made++, call) };
		},
	});
	await api.deleteComment('7').then(
		() => assert.unreachable(),
		({ message }: Error) => assert.is(message, 'script not loaded'),
	);
	await api.deleteComment('7');
	await api.deleteComment('8');
	assert.is(made, 1);
	assert.is(sent.length, 2);
});

it.run();
