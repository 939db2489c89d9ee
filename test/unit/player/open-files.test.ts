/** Recordings that change while they are watched, and hosts that fail while one is opened. */
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeFrames } from '../../../src/media/describe-frames.ts';
import { laterReaders } from '../../../src/media/mp4/later-readers.ts';
import { mediaSegment } from '../../../src/media/write-fragments.ts';
import { createFileFailures } from '../../../src/network/file-failures.ts';
import { createFiles } from '../../../src/player/act/open-files.ts';
import { createPieceQueue } from '../../../src/player/act/piece-queue.ts';
import { createPieceMeter } from '../../../src/player/link/piece-rate.ts';
import { setup } from '../../support/dom.ts';
import { writeFile } from '../../support/mp4-file.ts';

const it = suite('files of recordings');
it.before.each(() => setup());
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

/** Answers requests for parts of a file. */
const serve = (file: Buffer, sizeOf = () => file.length, statusOf: (url: string) => number = () => 206) =>
	mock.method(globalThis, 'fetch', async (url: string, { headers }: { headers: { range: string } }) => {
		const status = statusOf(url);
		if (!status) throw new TypeError('no answer');
		const [, from, last] = /(\d+)-(\d+)/.exec(headers.range)!.map(Number) as [number, number, number];
		const size = sizeOf();
		const bytes = Uint8Array.from(file.subarray(from, Math.min(last + 1, size)));
		return new Response(bytes, {
			status: bytes.length ? status : 416,
			headers: { 'content-range': `bytes ${from}-${last}/${size}` },
		});
	});

for (const [what, file, growth, expected] of [
	['play a fragmented file that is still written', FRAGMENTED, 1000, 'played'],
	['play a file of which the host names another size each time, as a proxy may', WHOLE, 1000, 'played'],
	['see that a shorter one has taken the place of another', FRAGMENTED, -1000, 416],
	['see that a shorter one has taken the place of a file with one index', WHOLE, -1000, 416],
] as const)
	it(`should ${what}`, async () => {
		let size = 200_000;
		serve(file, () => (size += growth));
		const play = async () => {
			const mp4 = await createFiles(async () => laterReaders, createFileFailures()).open(URL);
			const queue = createPieceQueue(createPieceMeter(), async () => true);
			await queue.take(URL, mp4, (await mp4.piece(3, { seconds: 2, bytes: 50_000 }))!, 3);
			await queue.tail();
			return 'played';
		};
		assert.is(await play().catch((error) => error), expected);
	});

const LONG = writeFile({
	tracks: (['video', 'audio'] as const).map((kind) => ({
		...{ kind, timescale: 1000, chunks: Array<number>(20_000).fill(1) },
		samples: Array.from({ length: 20_000 }, (_, index) => ({ size: 1, duration: 40, isKey: index % 50 === 0 })),
	})),
	isMoovLast: true,
});

/** Opens it until that succeeds; returns how many requests brought it, and failed. */
async function openLong(fails: (request: number) => boolean, status = 502) {
	let requests = 0;
	let failures = 0;
	serve(LONG, undefined, () => (fails(++requests) ? (failures++, status) : 206));
	const files = createFiles(async () => laterReaders, createFileFailures());
	let mp4;
	while (!mp4 && requests < 200) mp4 = await files.open(URL).catch(() => undefined);
	assert.is(mp4?.duration, 800);
	mock.restoreAll();
	return [requests - failures, failures] as const;
}

it('should request again only what has failed while a file opens, whichever requests fail', async () => {
	const [all] = await openLong(() => false);
	assert.ok(all > 5, `${all}`);
	for (const status of [0, 502, 429]) {
		const [came, failed] = await openLong((request) => request % 3 === 0, status);
		assert.equal([came, failed > 1], [all, true], `${status}`);
	}
	for (let seed = 1; seed <= 20; seed++) {
		let state = seed;
		const [came] = await openLong(() => (state = (state * 16_807) % 2_147_483_647) % 3 === 0);
		assert.is(came, all, `${seed}`);
	}
});

it('should read anew what was refused meanwhile, as another file may have taken its place', async () => {
	const [all] = await openLong(() => false);
	const [came] = await openLong((request) => request === 4, 404);
	assert.ok(came > all, `${came}`);
});

it('should know by its path that the host lets the page read a file, whatever signs it', async () => {
	let status = 206;
	serve(LONG, undefined, () => status);
	const files = createFiles(async () => laterReaders, createFileFailures());
	const open = (url: string) => files.open(url).catch((error) => error);
	await open(`${URL}?X-Amz-Signature=1`);
	status = 0;
	assert.equal([await open(`${URL}?X-Amz-Signature=2`), await open(URL.replace('/a.', '/b.'))], [206, 0]);
});

it.run();
