import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engineOf } from '../../../src/visit/engine.ts';
import { networkOf } from '../../../src/visit/save-data.ts';
import { userAgentOf } from '../../fixtures/user-agents.ts';
import { setup } from '../../support/dom.ts';

const it = suite('engine and connection');

for (const [name, engine, network] of [
	['WeChat, Android, 2024', 'wechat.chrome122', '5g'],
	['WeChat, iOS 26', 'wechat.ios26', 'wifi'],
	['Firefox, Android', 'firefox', ''],
	['', 'other', ''],
] as const)
	it(`should call ${name || 'nothing'} ${engine} by ${network || 'nothing'}`, () => {
		const userAgent = name && userAgentOf(name);
		setup({ userAgent });
		assert.is(engineOf(userAgent).replace(/(firefox)\d+$/, '$1'), engine);
		assert.is(networkOf(userAgent), network);
	});

it('should prefer what the browser says of its connection', () => {
	setup();
	Object.assign(navigator, { connection: { type: 'cellular', effectiveType: '3g' } });
	assert.is(networkOf('NetType/5G'), 'cellular.3g');
});

it.run();
