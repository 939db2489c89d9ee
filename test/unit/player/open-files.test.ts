/** Recordings that change while they are watched. */
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeFrames } from '../../../src/media/describe-frames.ts';
import { rareReaders } from '../../../src/media/mp4/rare-readers.ts';
import { mediaSegment } from '../../../src/media/write-fragments.ts';
import { createFiles } from '../../../src/player/act/open-files.ts';
import { createPieceQueue } from '../../../src/player/act/piece-queue.ts';
import { createPieceMeter } from '../../../src/player/link/piece-rate.ts';
import { writeFile } from '../../support/mp4-file.ts';

const it = suite('files of recordings');
it.after.each(() => mock.restoreAll());

const URL = 'https://cdn.example.com/a.mp4';
const TRACK = {
	...{ kind: 'video' as const, codec: 'avc1.64001f', timescale: 1000, width: 64, height: 36 },
	description: Uint8Array.of(1, 0x64, 0, 0x1f, 255, 224, 0),
};
const FRAGMENTED = Buffer.concat([
	describeFrames(TRACK),
	...Array.from({ length: 60 }, (_, second) =>
		mediaSegment(TRACK, second + 1, [
			{ dts: second * 1000, offset: 0, duration: 1000, isKey: true, data: new Uint8Array(9000) },
		]),
	),
]);
const samples = Array.from({ length: 60 }, () => ({ size: 9000, duration: 1000, isKey: true }));
const WHOLE = writeFile({ tracks: [{ kind: 'video', timescale: 1000, samples, chunks: [] }] });

for (const [what, file, growth, expected] of [
	['play a fragmented file that is still written', FRAGMENTED, 1000, 'played'],
	['see that a shorter one has taken the place of it', FRAGMENTED, -1000, 416],
	['see that a longer one has taken the place of a file with one index', WHOLE, 1000, 416],
] as const)
	it(`should ${what}`, async () => {
		let size = 200_000;
		mock.method(globalThis, 'fetch', async (_: string, { headers }: { headers: { range: string } }) => {
			const [, from, last] = /(\d+)-(\d+)/.exec(headers.range)!.map(Number) as [number, number, number];
			size += growth;
			const bytes = Uint8Array.from(file.subarray(from, Math.min(last + 1, size)));
			return new Response(bytes, {
				status: bytes.length ? 206 : 416,
				headers: { 'content-range': `bytes ${from}-${last}/${size}` },
			});
		});
		const play = async () => {
			const mp4 = await createFiles(async () => rareReaders).open(URL);
			const queue = createPieceQueue(createPieceMeter(), async () => true);
			await queue.take(URL, mp4, (await mp4.piece(3, { seconds: 2, bytes: 50_000 }))!, 3);
			await queue.tail();
			return 'played';
		};
		assert.is(await play().catch((error) => error), expected);
	});

it.run();
