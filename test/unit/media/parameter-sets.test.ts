import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { avcSize } from '../../../src/media/parameter-sets.ts';

const it = suite('parameter sets');

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
] as const)
	it(`should tell the size of ${name}`, () => {
		const { width, height } = avcSize(Buffer.from(hex, 'hex'));
		assert.is(`${width}x${height}`, size);
	});

it.run();
