import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRest } from '../../../src/player/act/rest-recording.ts';
import { fakeVideo, setup } from '../../support/dom.ts';
import { setHidden } from '../../support/player.ts';
import { POLICY } from '../../support/policy.ts';

const it = suite('a recording that nobody sees');
it.before.each(() => setup());

const NAMES = ['高清', '标清', '只听声音'];
const { hiddenTime } = POLICY;

/** Shown, and hidden since a moment. */
function hide(names: readonly string[] = NAMES, fields: Partial<HTMLVideoElement> = {}) {
	const calls: string[] = [];
	const video = Object.assign(fakeVideo(), { pause: () => calls.push('pause') }, fields);
	const rest = createRest({ video, policy: POLICY, element: { play: () => calls.push('play') } as never });
	let now = 1000;
	assert.is(rest.look(now, names, names[0]!), '');
	setHidden(true);
	const look = (passed: number, current = names[0]!, had = names) => rest.look((now += passed), had, current);
	look(0);
	return { video, calls, rest, look };
}

for (const [what, names, expected] of [
	['sound alone', NAMES, '只听声音'],
	['the lowest picture where there is no sound alone', NAMES.slice(0, 2), '标清'],
	['what it plays where there is nothing else', NAMES.slice(0, 1), ''],
] as const)
	it(`should go on with ${what} once it is hidden for long, and with what it has left once it is shown`, () => {
		const { look } = hide(names);
		assert.is(look(hiddenTime - 1), '');
		assert.is(look(1), expected);
		// It may take some time to be loaded.
		assert.is(look(1000), expected);
		if (expected) assert.is(look(1000, expected), expected);
		setHidden(false);
		if (expected) assert.is(look(1000, expected), '高清');
		assert.is(look(1000), '');
		assert.is(look(1000, expected), '', 'what is picked or chosen then stays');
	});

it('should go back only to what can be had', () => {
	const { look } = hide();
	look(hiddenTime);
	setHidden(false);
	assert.is(look(1000, '只听声音', NAMES.slice(1)), '');
});

it('should pause what is muted, and play it again once it is shown', () => {
	const { video, calls, look } = hide(NAMES, { muted: true });
	look(hiddenTime - 1);
	assert.equal(calls, []);
	look(1);
	assert.equal(calls, ['pause']);
	video.paused = true;
	assert.is(look(1000), '');
	setHidden(false);
	for (const _ of [1, 2]) look(1000);
	assert.equal(calls, ['pause', 'play']);
});

it('should leave alone what is paused, seen elsewhere, or another recording', () => {
	const paused = hide(NAMES, { paused: true });
	assert.is(paused.look(hiddenTime), '');
	const seen = hide();
	Object.assign(document, { pictureInPictureElement: seen.video });
	assert.is(seen.look(hiddenTime), '');
	Object.assign(document, { pictureInPictureElement: null });
	const replaced = hide(NAMES, { muted: true });
	replaced.look(hiddenTime);
	replaced.rest.forget();
	setHidden(false);
	replaced.look(1000);
	assert.equal([paused.calls, seen.calls, replaced.calls], [[], [], ['pause']]);
});

it.run();
