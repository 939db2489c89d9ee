import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSheet } from '../../../src/view/page/open-sheet.ts';
import { setup } from '../../support/dom.ts';

const it = suite('open sheet');

/** A history that goes back later, as browsers do; returns its length, and what goes back. */
function laterHistory() {
	let length = 1;
	let pending = 0;
	const history = { state: null, pushState: () => length++, back: () => pending++ };
	Object.defineProperty(globalThis, 'history', { value: history, configurable: true, writable: true });
	return {
		length: () => length,
		goBack(steps = pending): void {
			pending = 0;
			for (; steps; steps--) {
				length--;
				dispatchEvent(new Event('popstate'));
			}
		},
	};
}

it('should stay open where another one has closed just before, and close on Back', () => {
	setup();
	const { length, goBack } = laterHistory();
	let closed = 0;
	openSheet(() => {})();
	const end = openSheet(() => closed++);
	goBack();
	assert.equal([closed, length()], [0, 2]);
	goBack(1);
	end();
	goBack();
	assert.equal([closed, length()], [1, 1]);
});

it('should leave no entry of one that closes before the one before has gone', () => {
	setup();
	const { length, goBack } = laterHistory();
	openSheet(() => {})();
	openSheet(() => assert.unreachable())();
	goBack();
	assert.is(length(), 1);
	openSheet(() => {})();
	assert.is(length(), 2);
	goBack();
	assert.is(length(), 1);
});

it.run();
