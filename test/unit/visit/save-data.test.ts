import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type NetworkInformation, isMetered, saveData, savesData } from '../../../src/visit/save-data.ts';
import { userAgentOf } from '../../fixtures/user-agents.ts';

const it = suite('save data');

function onPhone(connection: NetworkInformation | undefined, userAgent = 'Chrome, Android'): void {
	const value = { connection, userAgent: userAgentOf(userAgent) };
	Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
}
let before: PropertyDescriptor | undefined;
it.before(() => void (before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')));
it.after(() => {
	Reflect.deleteProperty(globalThis, 'navigator');
	if (before) Object.defineProperty(globalThis, 'navigator', before);
});

for (const [connection, saves, wanted, metered] of [
	[undefined, false, false, false],
	[{ effectiveType: '4g', type: 'wifi' }, false, false, false],
	[{ effectiveType: 'slow-2g' }, true, false, false],
	[{ saveData: true, type: 'cellular' }, true, true, true],
] as [NetworkInformation | undefined, boolean, boolean, boolean][])
	it(`should know by ${JSON.stringify(connection)} whether data is saved, by whose wish, and costs`, () => {
		onPhone(connection);
		assert.equal([saveData(), savesData(), isMetered()], [saves, wanted, metered]);
	});

it('should know mobile data in WeChat by its user agent, and not Wi-Fi', () => {
	for (const [userAgent, metered] of Object.entries({ 'WeChat, Android, 2026': true, 'WeChat, Android': false })) {
		onPhone(undefined, userAgent);
		assert.is(isMetered(), metered, userAgent);
	}
});

it.run();
