/** What makes the calls after the first flight comes with a later script. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApi } from '../../../src/api/api.ts';
import type { Calls } from '../../../src/api/create-calls.ts';
import { warnUnsigned } from '../../../src/api/warn-unsigned.ts';
import { defaults } from '../../../src/config.ts';
import { signer } from '../../support/api-server.ts';
import { rejection } from '../../support/rejection.ts';

Object.assign(globalThis, { self: globalThis });

const it = suite('api');

it('should load what makes the calls again until it has come', async () => {
	let loads = 0;
	const sent: unknown[] = [];
	const api = createApi({
		config: defaults.api,
		signRequest: signer(() => '{}'),
		visit: { id: '1' },
		async loadCalls() {
			if (!loads++) throw new Error('script not loaded');
			return { deleteComment: async (id) => void sent.push(id) } as Pick<Calls, 'deleteComment'> as Calls;
		},
	});
	assert.is((await rejection(api.deleteComment('7'))).message, 'script not loaded');
	for (const id of ['7', '8']) await api.deleteComment(id);
	assert.equal(sent, ['7', '8']);
});

it('should warn once where calls cannot be signed, but not without a key', () => {
	const { warn } = console;
	const { crypto } = globalThis;
	const warnings: string[] = [];
	console.warn = (line) => warnings.push(line);
	const create = (signKey: string, value: unknown) => {
		Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
		warnUnsigned(signKey);
	};
	try {
		create('', {});
		create('key', crypto);
		assert.equal(warnings, []);
		create('key', {});
		assert.equal(warnings, ['Requests are not signed: no https.']);
	} finally {
		console.warn = warn;
		Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
	}
});

it.run();
