import { createHmac, webcrypto } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sign } from '../../../src/api/sign.ts';

const it = suite('sign');

function withCrypto(value: unknown) {
	Object.defineProperty(globalThis, 'crypto', { value, configurable: true, writable: true });
}

it.before.each(() => {
	Object.assign(globalThis, { self: globalThis });
	withCrypto(webcrypto);
});
it.after.each(() => withCrypto(webcrypto));

it('should agree with node:crypto on any text and key', async () => {
	for (const [packet, key] of [
		['', 'k'],
		['{"content":"你好，世界 🌏"}', 'demo-sign-key-2024'],
		['x'.repeat(10_000), '密钥'],
		['a', 'a key that is longer than the block of the hash, which is hashed itself before it is used'],
	] as const) {
		assert.is(await sign(packet, key), createHmac('sha256', key).update(packet).digest('hex'));
	}
});

it('should return an empty signature without a key', async () => {
	assert.is(await sign('packet', ''), '');
});

it('should return an empty signature where WebCrypto is missing', async () => {
	withCrypto(undefined);
	assert.is(await sign('packet', 'key'), '');
	// A page on plain http has `crypto` without `subtle`.
	withCrypto({ getRandomValues() {} });
	assert.is(await sign('packet', 'key'), '');
});

it.run();
