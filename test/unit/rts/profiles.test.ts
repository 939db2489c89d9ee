import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SCREEN_PROFILES, VIDEO_PROFILES } from '../../../src/rts/profiles.ts';

const test = suite('rts profiles');

test('should have the camera profiles of the specification', () => {
	assert.is(Object.keys(VIDEO_PROFILES).length, 38);
	assert.equal(VIDEO_PROFILES['120p_1'], [160, 120, 15, 65]);
	assert.equal(VIDEO_PROFILES['360p_1'], [640, 360, 15, 400]);
	assert.equal(VIDEO_PROFILES['480p_2'], [640, 480, 30, 1000]);
	assert.equal(VIDEO_PROFILES['720p_2'], [1280, 720, 30, 2000]);
	assert.equal(VIDEO_PROFILES['1080p_5'], [1920, 1080, 60, 4780]);
	assert.equal(VIDEO_PROFILES['1440p_2'], [2560, 1440, 60, 7350]);
	assert.equal(VIDEO_PROFILES['4K_3'], [3840, 2160, 60, 13500]);
});
test('should have the screen profiles of the specification', () => {
	assert.equal(SCREEN_PROFILES, {
		'480p_1': [640, 480, 5, 300],
		'480p_2': [640, 480, 30, 1000],
		'720p_1': [1280, 720, 5, 800],
		'720p_2': [1280, 720, 30, 2000],
		'1080p_1': [1920, 1080, 5, 1000],
		'1080p_2': [1920, 1080, 30, 3000],
	});
});
test('should have whole positive numbers everywhere, and the height in the name', () => {
	for (const [name, profile] of Object.entries({ ...VIDEO_PROFILES })) {
		assert.ok(
			profile.every((value) => Number.isInteger(value) && value > 0),
			name,
		);
		assert.is(profile[1], name.indexOf('4K') === 0 ? 2160 : parseInt(name, 10), name);
	}
});

test.run();
