import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { avcSize } from '../../../src/media/parameter-sets.ts';

const it = suite('parameter sets');

/** Of a configuration, before its first parameter set. */
const HEAD = '0164001effe10000';

// Configurations of x264, and of others as far as they differ.
for (const [name, hex, size] of [
	[
		'a cropped picture',
		'0164001effe1001b6764001eacd940a02fe49b011000000300100000030320f162d96001000768ebe3cb3002c0fdf8f800',
		'634x358',
	],
	[
		'interlaced lines',
		'0164001effe1001a6764001eacd940a063c93e0220000003002000000643e28532c001000768fba3cb3002c0fdf8f800',
		'634x360',
	],
	// Written by the tables of H.264; ffprobe reads the same sizes.
	[
		'scaling lists',
		`${HEAD}6764001fad846027805481cc05f80dd01a2022404b80b603d0f0b00ff04e036ca809c02203b014c07a0544bfffffffffffffffd680d83de6d0`,
		'854x480',
	],
	[
		'the twelve scaling lists of 4:4:4',
		`${HEAD}67f4001f91b20542d34d34d34d3569a69a69a69a69a69a69a69a69a69a69a69a69a69a69a69a0846d01407b2`,
		'640x480',
	],
	['an order of frames by cycles', `${HEAD}674d001fd0e2884123101405ff2a`, '640x360'],
] as const)
	it(`should tell the size of ${name}`, () => {
		const { width, height } = avcSize(Buffer.from(hex, 'hex'));
		assert.is(`${width}x${height}`, size);
	});

it.run();
