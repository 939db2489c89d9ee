import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { environment } from '../../../src/visit/environment.ts';
import { USER_AGENTS } from '../../fixtures/user-agents.ts';
import { anyText } from '../../support/any-text.ts';

const it = suite('environment');

for (const { name, userAgent, maxTouchPoints, expected } of USER_AGENTS) {
	it(`should recognize ${name}`, () => {
		const { promotion, ...fields } = expected;
		const found: Record<string, unknown> = { ...environment(userAgent, maxTouchPoints) };
		for (const [field, value] of Object.entries(fields)) assert.is(found[field], value, field);
	});
}

it('should not mistake a Mac with Chrome and a touch screen for an iPad', () => {
	const chrome =
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
	assert.is(environment(chrome, 5).os, 'mac');
});

it('should return the declared types for any text', () => {
	const words =
		'MicroMessenger/ wxwork/ QQ/ Chrome/ Version/ Safari/ OpenHarmony Android iPhone 18_7 8.0.72 0 TBS/ XWEB/';
	const text = anyText(
		...words.split(' '),
		...['MQQBrowser/', 'Macintosh', 'miniProgram', 'DingTalk(', '(PC;', '; wv)', 'OS ', ' ', '\n'],
	);
	fc.assert(
		fc.property(text, fc.nat(10), (userAgent, touch) => {
			const found = environment(userAgent, touch);
			assert.type(found.app, 'string');
			assert.type(found.os, 'string');
			assert.type(found.phone, 'boolean');
		}),
	);
});

it.run();
