import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leavingUrl } from '../../../src/visit/leaving-url.ts';
import { followVisit } from '../../../src/visit/follow-visit.ts';
import { enterVisit, STORED } from '../../../src/visit/visit.ts';
import { setup } from '../../support/dom.ts';
import { entry, memory, PAGE } from '../../support/history-entry.ts';

const it = suite('follow visit');

/** An open page whose visit is followed; `begun` counts how often another one has begun. */
async function follow(query: string, stored?: string) {
	setup();
	const at = entry(query);
	let begun = 0;
	const storage = memory();
	const { token, userId, id } = enterVisit(at.url, at as unknown as History, () => storage, true);
	await new Promise((resolve) => setTimeout(resolve));
	if (stored !== undefined) storage.setItem(STORED, stored);
	const location = { href: at.url };
	Object.assign(globalThis, { location, history: at, sessionStorage: storage });
	const stop = followVisit({ id, userId, token }, PAGE + query, leavingUrl, () => void begun++);
	/** Goes to an address, whose entry has a state. */
	const go = (href: string, state: unknown, type = 'popstate') => {
		location.href = at.url = PAGE + href;
		at.state = state;
		dispatchEvent(Object.assign(new Event(type), { persisted: true }));
		return begun;
	};
	return { at, go, stop, begun: () => begun };
}

for (const [from, to, state, begins] of [
	['#/?id=0', '#/?id=3', null, 1],
	['#/?id=0', '#/?id=3&userId=42&token=demo', null, 1],
	['?id=0', '?id=0#userId=42&token=demo', null, 1],
	['?id=0&userId=42&token=a', '?id=0#token=', null, 1],
	['', '#id=3', null, 1],
	['?id=0&userId=42&token=a', '?id=0', { visit: '0.7' }, 1],
	['?id=0&userId=42&token=a', '?id=0#part', null, 0],
	['?id=0', '?id=0#part', null, 0],
	['?id=0', '?id=0', { dialog: 1 }, 0],
] as const)
	for (const type of ['popstate', 'hashchange'])
		it(`should ${begins ? 'begin another' : 'keep the'} visit where ${from || 'no live'} becomes ${to}, told by ${type}`, async () => {
			const { at, go, stop } = await follow(from);
			const own = (at.state as { visit?: string } | null)?.visit;
			assert.is(go(to, state, type), begins);
			// A reload finds it.
			if (!begins && own) assert.is((at.state as { visit: string }).visit, own);
			stop();
			assert.is(go('?id=9', null, type), begins);
		});

for (const [stored, begins] of [
	['["7","b","0.1"]', 1],
	['["","","0.1"]', 1],
	[undefined, 0],
] as const)
	it(`should ${begins ? 'leave' : 'keep'} a page of Back kept in memory where the tab holds ${stored || 'its user'}`, async () => {
		const { at, go, begun } = await follow('?id=1&userId=42&token=a');
		assert.is(begun(), 0);
		if (stored) sessionStorage.setItem(STORED, stored);
		assert.is(go('?id=1', at.state, 'pageshow'), begins);
		// It may have been left before this script ran.
		assert.is((await follow('?id=1&userId=42&token=a', stored)).begun(), begins);
	});

it('should begin nothing where the address cannot be cleaned, but what a link has changed before', async () => {
	setup();
	for (const [href, begins] of Object.entries({ '?id=1&token=a': 0, '?id=1#token=b': 1 })) {
		let begun = 0;
		Object.assign(globalThis, { location: { href: PAGE + href } });
		followVisit({ id: '1', userId: '', token: 'a' }, `${PAGE}?id=1&token=a`, leavingUrl, () => void begun++)();
		assert.is(begun, begins);
	}
});

for (const href of ['?id=1;token=a', '?id%3D1%26token%3Da', '?id=1&to=%3Ftoken%3Da'])
	it(`should take out of ${href} what the head script has left`, async () => {
		const { at } = await follow(href);
		assert.is(at.url, leavingUrl(PAGE + href));
		assert.not(at.url.includes('token'));
	});

for (const [what, limit, kept] of [
	['in place of another user', 60, true],
	['not where there is no room at all', 0, false],
] as const)
	it(`should store a visit that a full storage did not take, ${what}, and begin no other`, async () => {
		setup();
		const storage = memory();
		storage.setItem(STORED, JSON.stringify(['7', 'b'.repeat(20), '0.1']));
		let size = 60;
		const { setItem } = storage;
		storage.setItem = (name, value) => {
			if (size + value.length > limit) throw new DOMException('full', 'QuotaExceededError');
			setItem.call(storage, name, value);
		};
		storage.removeItem = (name) => (setItem.call(storage, name, ''), void (size = 0));
		const at = entry('?id=1&userId=42&token=a');
		const visit = enterVisit(at.url, at as unknown as History, () => storage, true);
		await new Promise((resolve) => setTimeout(resolve));
		Object.assign(globalThis, { location: { href: at.url }, history: at, sessionStorage: storage });
		let begun = 0;
		followVisit(visit, `${PAGE}?id=1&userId=42&token=a`, leavingUrl, () => void begun++)();
		assert.is(begun, 0);
		assert.is(enterVisit(at.url, at as unknown as History, () => storage, false).userId, kept ? '42' : '');
	});

it.run();
