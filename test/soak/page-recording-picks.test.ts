/** A picked quality of a recording stays, in an engine that has decoded what it had of the one before. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { layOutMp4 } from '../origin/recordings/mp4.ts';
import { readTracks } from '../origin/recordings/tracks.ts';
import { openMp4 } from '../support/open-mp4.ts';
import { playing } from '../support/picture.ts';
import { chooseQuality } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { until } from '../support/until.ts';

const it = suite('page recording: picks');
const run = sideBySide(it);

/** Seconds between two key frames. Each is where a piece ends: video lies in chunks of as much, its sound behind it. */
const DISTANCE = 2;

/** Notes which width is drawn where, and counts what is appended. */
const watchFrames = () => {
	const seen = { appended: 0, frames: [] as [place: number, width: number][] };
	Object.assign(self, { seen });
	const { appendBuffer } = SourceBuffer.prototype;
	SourceBuffer.prototype.appendBuffer = function (bytes) {
		this.addEventListener('updateend', () => seen.appended++, { once: true });
		appendBuffer.call(this, bytes);
	};
	addEventListener('DOMContentLoaded', () => {
		const video = document.querySelector('video')!;
		const note = (_: number, { mediaTime, width }: VideoFrameCallbackMetadata) => {
			seen.frames.push([mediaTime, width]);
			video.requestVideoFrameCallback(note);
		};
		video.requestVideoFrameCallback(note);
	});
};

run(
	'should draw a picked quality for two key frames, though the second piece is late',
	async ({ origin, visit }) => {
		const open = async (name: string) => {
			const file = layOutMp4(await readTracks(name as ''), { chunkSeconds: DISTANCE });
			const mp4 = await openMp4(async (from, to) => ({ bytes: file.read(from, to), size: file.size }));
			return { file, mp4 };
		};
		const files: Record<string, Awaited<ReturnType<typeof open>>> = { hd: await open(''), sd: await open('_sd') };
		const url = (name: string) => `{origin}/media/picked/${name}.mp4`;
		const playbackQualities = [
			{ name: '高清', kbps: 1173, url: url('hd') },
			{ name: '标清', kbps: 443, url: url('sd') },
		];
		origin.setLive({ id: '9', playbackUrl: url('hd'), playbackQualities });
		/** What waits from an offset in a file on. */
		let held = { name: '', from: 0 };
		let waiting: (() => void)[] = [];
		const { page } = await visit('?id=9', {
			async before(page) {
				await page.addInitScript(watchFrames);
				await page.route('**/media/picked/*.mp4', async (route) => {
					const { file } = files[/(\w+)\.mp4/.exec(route.request().url())![1]!]!;
					const [, from, last] = /(\d+)-(\d+)/.exec(route.request().headers().range!)!.map(Number) as [
						0,
						number,
						number,
					];
					if (file === files[held.name]?.file && last >= held.from)
						await new Promise<void>((resolve) => waiting.push(resolve));
					const body = file.read(from, Math.min(last + 1, file.size));
					const headers = { 'content-range': `bytes ${from}-${from + body.length - 1}/${file.size}` };
					// It may have been given up.
					await route.fulfill({ status: 206, headers, body }).catch(() => {});
				});
			},
		});
		await playing(page);
		await page.waitForFunction(() => (self as unknown as { livePage: { replayLater?: unknown } }).livePage.replayLater);
		const seen = () => page.evaluate(() => (self as unknown as { seen: Seen }).seen);
		/** Plays up to a place, and a bit more on a busy machine. Returns where it pauses. */
		const playTo = (place: number) =>
			page.evaluate(
				(place) =>
					new Promise<number>((resolve) => {
						const video = document.querySelector('video')!;
						const look = () => {
							if (video.currentTime < place) return requestAnimationFrame(look);
							video.pause();
							return resolve(video.currentTime);
						};
						void video.play();
						look();
					}),
				place,
			);
		for (const [label, name, width, at] of [
			['标清', 'sd', 640, 20],
			['高清', 'hd', 1280, 40],
		] as const) {
			const key = at + DISTANCE;
			await page.evaluate((place) => {
				const video = document.querySelector('video')!;
				video.pause();
				video.currentTime = place;
			}, at + 0.3);
			await page.waitForFunction((to) => {
				const { buffered } = document.querySelector('video')!;
				return buffered.length && buffered.end(buffered.length - 1) > to;
			}, key + DISTANCE);
			const piece = await files[name]!.mp4.piece(key + 0.01, { seconds: 0, bytes: 0 });
			held = { name, from: piece!.ranges[0]!.from };
			await chooseQuality(page, label);
			await page.waitForFunction((width) => document.querySelector('video')!.videoWidth === width, width);
			await until(() => waiting.length, 'what follows the key frame is requested');
			// It decodes what there is of the other file from there on.
			const place = await playTo(key - 0.15);
			const { appended } = await seen();
			held.name = '';
			waiting.forEach((resume) => resume());
			waiting = [];
			await until(async () => (await seen()).appended > appended + 3, 'that is appended');
			await playTo(Math.max(key, place) + DISTANCE + 0.5);
			const later = (await seen()).frames.filter(([at]) => at > place + 0.2);
			assert.ok(later.length > 0 && later.every(([, drawn]) => drawn === width), `${label}: ${later.join(' ')}`);
		}
	},
	// The best is played first, however slow the machine.
	{ player: { headroom: 0.001 } },
);

interface Seen {
	appended: number;
	frames: [place: number, width: number][];
}

it.run();
