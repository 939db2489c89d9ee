import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRecordingWatch } from '../../../src/player/watch/see-recording.ts';
import { fakeVideo, setup } from '../../support/dom.ts';
import { SEEN } from '../../support/player-rules.ts';

const it = suite('what is seen of a recording');
it.before.each(() => setup());

/** What is seen of an element that plays by itself. */
function watch(video: ReturnType<typeof fakeVideo>) {
	const loaded = { rate: 0, pendingTime: 0, isWhole: false, isSoundAlone: false, wait: 0 };
	const loader = { seen: () => ({ ...loaded }), isActive: () => false };
	const { see } = createRecordingWatch({ video, loader, savesData: () => false });
	return (now: number) => see({ ...SEEN, now }).recording;
}

function elementOf(src: string, fields: object) {
	const video = Object.assign(fakeVideo(), { src, readyState: 4, buffered: { length: 0 } }, fields);
	video.setAttribute('src', src);
	return video;
}

/** As [no picture can be shown, sound alone]. */
function see(src: string, fields: object) {
	const { lacksPicture, isSoundAlone } = watch(elementOf(src, fields))(SEEN.now);
	return [lacksPicture, isSoundAlone];
}

const FILE = 'https://cdn.example.com/a.mp4?sign=1';
for (const [what, src, fields, expected] of [
	['miss the picture of a file', FILE, {}, [true, false]],
	['miss none that is there', FILE, { videoWidth: 640 }, [false, false]],
	['miss none before anything is there', FILE, { readyState: 1 }, [false, false]],
	['miss none at the end', FILE, { ended: true }, [false, false]],
	['miss none where the engine names no track of it', FILE, { videoTracks: [] }, [false, true]],
	['miss one whose track the engine names', FILE, { videoTracks: [{}] }, [true, false]],
	['take a file of sound for such', 'https://cdn.example.com/a.m4a?sign=1', {}, [false, true]],
	['leave to hls.js what it feeds', 'blob:https://live.example.com/1', {}, [false, true]],
] as const)
	it(`should ${what}`, () => assert.equal(see(src, fields), expected));

for (const [what, src, currentTime, expected] of [
	['not take the end of a list that may grow for a lack of data', 'blob:https://live.example.com/1', 7.8, 0],
	['take a place before it for one', 'blob:https://live.example.com/1', 7, 5000],
	['take the end of a file that does not come for one', FILE, 7.8, 5000],
] as const)
	it(`should ${what}`, () => {
		const look = watch(elementOf(src, { currentTime, duration: 8, readyState: 2 }));
		look(1000);
		assert.is(look(6000).standing, expected);
	});

it('should see no movement where the element is empty, as between a failure and the next load', () => {
	const video = Object.assign(fakeVideo(), { readyState: 4, currentTime: 7, buffered: { length: 0 } });
	const look = watch(video);
	assert.is(look(1000).moved, 7);
	Object.assign(video, { readyState: 0, currentTime: 0, paused: true });
	assert.is(look(2000).moved, 0);
});

it.run();
