import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playHls } from '../../../src/player/page/play-hls.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { setup } from '../../support/dom.ts';
import { HLS, live, MEDIA_URL, setOnline, STREAM } from '../../support/player.ts';

const it = suite('play hls');
it.before.each(() => {
	setup();
	setOnline(true);
});
it.after(() => setOnline(true));

/** The address that is shown for a broadcast; none: nothing is. */
function shown(source: PlayerSource | null, failure: PlayerState['failure'] = 'connection') {
	let result: PlayerSource | undefined;
	playHls({ state: { ...INITIAL_STATE, source, failure }, show: (live) => (result = live) });
	return result?.originRts;
}

it('should show a stream by its HLS URL', () => assert.is(shown(live({ originRts: STREAM })), HLS));

it('should leave what has none, and what is not known', () => {
	assert.is(shown(live({ originRts: MEDIA_URL })), undefined);
	assert.is(shown(null), undefined);
});

it('should leave what plays again by the time the script is there', () =>
	assert.is(shown(live({ originRts: STREAM }), ''), undefined));

it('should not take a browser that is offline for one that cannot play the stream', () => {
	setOnline(false);
	assert.is(shown(live({ originRts: STREAM })), undefined);
});

it.run();
