import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createJitterBuffer } from '../../../src/rts/play/jitter-buffer.ts';

const it = suite('rts jitter buffer');

interface Entry {
	freezeCount?: number;
	concealedSamples?: number;
	silentConcealedSamples?: number;
}

/** A receiver; `pass` lets it play so many seconds, with these statistics. */
function setup(receiver: object = { jitterBufferTarget: null }) {
	const receivers = [receiver] as never[];
	let time = 0;
	const adapt = createJitterBuffer();
	return {
		receiver: receiver as { jitterBufferTarget?: number | null; playoutDelayHint?: number | null },
		receivers,
		pass(seconds: number, ...entries: Entry[]) {
			for (let left = seconds * 5; left > 0; left--)
				adapt({
					time: (time += 200),
					audioBytes: 0,
					videoBytes: 0,
					report: new Map(entries.entries()) as never,
					receivers,
				});
		},
	};
}

it('should leave the buffer to the engine while nothing freezes', () => {
	const { pass, receiver } = setup();
	pass(120, { freezeCount: 0, concealedSamples: 23_000 });
	assert.is(receiver.jitterBufferTarget, null);
});

it('should grow with freezes, up to three seconds', () => {
	const { pass, receiver } = setup();
	const targets = [1, 2, 9].map((freezeCount) => {
		pass(4, { freezeCount }, {});
		return receiver.jitterBufferTarget;
	});
	assert.equal(targets, [1000, 2000, 3000]);
});

it('should shrink slowly once nothing freezes', () => {
	const { pass, receiver } = setup();
	pass(4, { freezeCount: 1 });
	const targets = [35, 2, 8, 2, 80, 600].map((seconds) => {
		pass(seconds, { freezeCount: 1 });
		return receiver.jitterBufferTarget;
	});
	assert.equal(targets, [1000, 900, 900, 800, null, null]);
});

it('should not shrink between freezes that go on', () => {
	const { pass, receiver } = setup();
	for (let freezeCount = 1; freezeCount < 20; freezeCount++) pass(30, { freezeCount });
	assert.is(receiver.jitterBufferTarget, 3000);
});

for (const [what, entry, target] of [
	['half a second of concealed sound', { concealedSamples: 24_000, silentConcealedSamples: 0 }, 1000],
	['concealed silence', { concealedSamples: 96_000, silentConcealedSamples: 90_000 }, null],
] as const)
	it(`should ${target ? '' : 'not '}count ${what} as a freeze`, () => {
		const { pass, receiver } = setup();
		pass(4, entry);
		assert.is(receiver.jitterBufferTarget, target);
	});

it('should use the older name, in seconds, and set nothing in an engine without either', () => {
	const { pass, receiver } = setup({ playoutDelayHint: null });
	pass(0.4, { freezeCount: 1 });
	assert.is(receiver.playoutDelayHint, 0.1);
	pass(4, { freezeCount: 1 });
	assert.is(receiver.playoutDelayHint, 1);
	const without = setup({});
	without.pass(1, { freezeCount: 1 });
	assert.equal(without.receiver, {});
});

it('should keep the delay for another connection, and for a receiver that comes later', () => {
	const { pass, receivers } = setup();
	pass(1, { freezeCount: 1 });
	const next = { jitterBufferTarget: null };
	receivers.push(next as never);
	pass(4, { freezeCount: 0 });
	assert.is(next.jitterBufferTarget, 1000);
	pass(4, { freezeCount: 1 });
	assert.is(next.jitterBufferTarget, 2000);
});

it.run();
