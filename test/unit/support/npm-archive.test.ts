import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { npmArchive } from '../../support/npm-archive.ts';

const test = suite('npm archive');

test('should say in one sentence what to do without a network', () => {
	const before = process.env.npm_config_registry;
	// Nothing listens there.
	Object.assign(process.env, { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' });
	try {
		assert.throws(
			() => npmArchive({ name: 'never-fetched@1.0.0', integrity: '' }),
			(error: Error) =>
				error.message ===
				'This test needs never-fetched@1.0.0 of the npm registry, which could not be fetched; run it with a network connection once.',
		);
	} finally {
		delete process.env.npm_config_fetch_retries;
		if (before === undefined) delete process.env.npm_config_registry;
		else process.env.npm_config_registry = before;
	}
});

test.run();
