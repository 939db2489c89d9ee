/** Recordings whose picture the engine cannot decode. */
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { open } from '../../support/open-recording.ts';
import { withFakeTimers } from '../../support/player.ts';

const it = suite('player: codecs of a recording');
withFakeTimers(it);

for (const [what, hasSound, way] of [
	['the recording that is sound alone', true, 'pieces'],
	['the sound of a file, by its address, where there is no such recording', false, 'address'],
] as const)
	it(`should play ${what}`, async () => {
		const { player, video, pass, stop } = open();
		mock.method(window.MediaSource, 'isTypeSupported', (type: string) => !type.startsWith('video'));
		const { state, dispatch } = player;
		const qualities = state.qualities.filter(({ audioOnly }) => !audioOnly || hasSound);
		dispatch({ type: 'refreshed', live: state.source!, qualities });
		await pass(10);
		stop();
		const { status, quality, recording } = player.state;
		const playing = player.state.qualities[quality]!;
		assert.equal([status, playing.audioOnly, recording!.way], ['replay', hasSound, way]);
		assert.ok(video.currentTime > 2, `${video.currentTime}`);
	});

it.run();
