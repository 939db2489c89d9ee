import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { QUALITY_POLICY } from '../../../src/player/core/policy.ts';
import { play, steady, type Stretch } from '../../support/play-quality.ts';

const it = suite('changes of quality');
const { maxSwitches, switchWindow } = QUALITY_POLICY;

/** Indices of sound alone, and of the video above it. */
const [SOUND, LOWEST_VIDEO] = ['3', '2'];

it('should change between videos at most so often, and to sound alone and back as the link allows', () => {
	const stretches: Stretch[] = [];
	for (let i = 0; i < 40; i++)
		stretches.push({ ...steady(36), trialKbps: 1130 }, { seconds: 7, share: 0.6, fps: 15, madeUp: 0.4 });
	const times: number[] = [];
	let returns = 0;
	let tried = '';
	for (const decision of play(stretches).decisions) {
		const [, time, what, index] = /^([\d.]+)\D* (down|try|take|giveUp) ?(\d*)$/.exec(decision)!;
		if (what === 'try') tried = index!;
		if (what === 'take' && tried === LOWEST_VIDEO) returns++;
		else if (what === 'take' || (what === 'down' && index !== SOUND)) times.push(Number(time) * 1000);
	}
	assert.ok(times.length >= maxSwitches && returns > 1, `${times.length} changes, ${returns} returns`);
	// Only its end tells that a try was in vain.
	const most = maxSwitches + 1;
	for (const time of times)
		assert.ok(times.filter((other) => other >= time && other < time + switchWindow).length <= most, `${times}`);
});

it.run();
