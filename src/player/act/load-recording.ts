/**
 * Loads recordings by pieces: requests the next seconds of a file, of at most two seconds of the link, and appends them to
 * the element. The next request is sent when the last one is nearly through, so that the link does not rest for a round
 * trip. See `docs/decisions/recordings.md`.
 */
import { canAppend } from '../../media/appender.ts';
import type { lacksPicture } from '../../media/lacks-picture.ts';
import type { Piece } from '../../media/mp4/piece.ts';
import type { LaterReaders } from '../../media/mp4/later-readers.ts';
import type { FileFailures, FileState } from '../../network/file-failures.ts';
import type { RangeError } from '../../network/request-range.ts';
import { bufferedEnd, bufferedNext } from '../watch/buffered-end.ts';
import { createPieceMeter, pieceLimit } from '../link/piece-rate.ts';
import { createRecordingBuffer, kindsOf, type RecordingBufferOptions } from './append-recording.ts';
import type { joinPlace } from './join-place.ts';
import { CHANGED, createFiles } from './open-files.ts';
import { createPieceQueue } from './piece-queue.ts';

/** Seconds loaded ahead, also while paused. */
const AHEAD = 30;
const PAUSED_AHEAD = 10;
/** Share of what is to be loaded ahead below which loading goes on. */
const RESUME = 0.9;
/** Seconds from the place at which a better quality begins. */
const LEAD = 4;
/** Milliseconds between two looks while enough is loaded. */
const LOOK = 250;
/** Milliseconds for which a change waits for its script. */
const LATER_TIME = 2000;

/** What is requested where nothing follows. */
const nothingAt = (at: number): Piece => ({
	...{ start: at, end: at, pictureEnd: at, keys: [], ranges: [], isLast: true },
	segments: async () => [],
	next: async () => null,
});
const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/** Observations of the loader. */
export interface LoaderSeen {
	/** kbit/s of the link; 0: unknown. */
	rate: number;
	/** Milliseconds until what is under way is there, at that rate; 0 without it. */
	pendingTime: number;
	/** Loaded to its end. */
	isWhole: boolean;
	/** The file has no picture. */
	isSoundAlone: boolean;
	/** Milliseconds until the next request may leave, after many that have failed. */
	wait: number;
}

/** Options of {@link createRecordingLoader}. */
export interface LoaderOptions extends RecordingBufferOptions {
	failures: FileFailures;
	/** The next piece is to be chosen. */
	onPiece(): void;
	onFailed(kind: Exclude<FileState, 'fine'> | 'media' | 'undecodable', status?: RangeError): void;
	/** Rejects with a `RangeError`. */
	loadLater(): Promise<LaterReaders & { joinPlace: typeof joinPlace; lacksPicture: typeof lacksPicture }>;
}

/** Creates what loads the page's recording. */
export function createRecordingLoader(options: LoaderOptions) {
	const { video, failures, onPiece, onFailed, loadLater } = options;
	const meter = createPieceMeter();
	const files = createFiles(loadLater, failures);
	/** Counts decisions on what to load; an earlier one does not go on. */
	let run = 0;
	let url = '';
	/** Seconds: up to where it is requested, and from where on it is the latest file. */
	let [cursor, begins] = [0, 0];
	/** Seconds from the place at which it takes the place of what is loaded ahead; Infinity: after that. */
	let lead = Infinity;
	/** The latest file is one that the viewer has picked. */
	let isPick = false;
	let limit = AHEAD;
	let isWhole = false;
	let isSoundAlone = false;
	const buffer = createRecordingBuffer(
		options,
		() => {
			stop();
			onFailed('media');
		},
		() => void (limit = Math.max(5, Math.min(limit, ahead()) * 0.7)),
	);
	const { here } = buffer;
	const queue = createPieceQueue(meter, buffer.add);

	/** Ends what is under way; with `isAll` also what is nearly there. */
	function abort(isAll?: boolean): void {
		run++;
		cursor = queue.abort(cursor, isAll);
	}

	const ahead = () => cursor - here();
	const wanted = () => Math.min(limit, video.paused && !video.seeking ? PAUSED_AHEAD : AHEAD);

	/** Loads one piece after another, until another decision. */
	async function start(): Promise<void> {
		const [mine, address] = [run, url];
		const isOver = () => mine !== run;
		/** Waits, and goes no further where another decision was made meanwhile. */
		async function until<T>(waiting: Promise<T>): Promise<T> {
			const found = await waiting;
			if (isOver()) throw 0;
			return found;
		}
		isWhole = isSoundAlone = false;
		try {
			const wait = failures.wait();
			if (wait) await until(pause(wait));
			if (await until(failures.isSilent(address))) return fail('network');
			// Without it, what is loaded ahead plays first.
			const later = lead < Infinity && Promise.race([loadLater(), pause(LATER_TIME)]).catch(() => {});
			const mp4 = await until(files.open(address));
			await until(queue.tail());
			if (!canAppend(mp4.tracks)) {
				const { lacksPicture } = await until(loadLater());
				return fail(lacksPicture(video, mp4.tracks) ? 'undecodable' : 'unreadable');
			}
			isSoundAlone = kindsOf(mp4) === 'audio';
			// A shorter recording may have taken its place.
			if (here() >= mp4.duration) buffer.begin(0);
			// What waits for a new source is loaded anew.
			cursor = queue.abort(cursor, true);
			if (buffer.isNew(mp4)) cursor = here();
			else if (later) {
				const script = await until(later);
				if (script) {
					const found = await until(script.joinPlace(mp4, here(), lead, meter.rate(), meter.latency()));
					cursor = begins = Math.min(cursor, found);
					buffer.join(lead ? Infinity : cursor);
				}
			}
			lead = Infinity;
			for (let last: Piece | null = null; !last || !last.isLast;) {
				while (ahead() >= wanted() * RESUME) {
					await until(queue.tail());
					await until(pause(LOOK));
				}
				const limit = pieceLimit(ahead(), wanted(), meter.rate(), meter.latency());
				const next: Piece | null = await until(last ? last.next(limit) : mp4.piece(cursor, limit));
				last = next || nothingAt(cursor);
				const near = queue.take(address, mp4, last, cursor);
				cursor = last.end;
				await until(near);
				if (buffer.isActive() && !last.isLast) onPiece();
				if (isOver()) return;
			}
			await until(queue.tail());
			isWhole = true;
			buffer.end();
		} catch (error) {
			if (isOver()) return;
			if (error === CHANGED) files.forget(address);
			// What has come is no recording.
			const status = typeof error === 'number' ? error : 200;
			const kind = await failures.explain(address, status);
			if (!isOver()) fail(kind as Exclude<FileState, 'fine'>, status);
		}
	}

	function fail(...why: Parameters<typeof onFailed>): void {
		abort();
		onFailed(...why);
	}

	function stop(): void {
		abort(true);
		buffer.close();
	}

	function onSeeking(): void {
		if (!buffer.isActive()) return;
		const { currentTime } = video;
		const begin = bufferedNext(video, currentTime);
		// Nothing plays from just before what is loaded.
		if (begin < currentTime + 0.1) return void (video.currentTime = begin + 0.01);
		const end = bufferedEnd(video, currentTime);
		const next = queue.first(cursor);
		// A pick is followed also where what is before it is loaded.
		if (isPick && end > currentTime && currentTime + 1 < begins) lead = 0;
		// A piece that is under way begins there, as when the element goes to its first place.
		else if (end >= next - 0.5 && currentTime <= next + 0.5) return;
		abort(true);
		buffer.join(Infinity);
		cursor = end;
		begins = Math.min(begins, end);
		start();
	}

	/** Goes on behind a hole in what is loaded, before which engines stand. */
	function onWaiting(): void {
		const { currentTime } = video;
		let next = currentTime;
		// Of what needs a picture that is missing, some engines keep single ones (WebKitGTK).
		while (bufferedEnd(video, next) < next + 0.5) next = bufferedNext(video, next);
		if (buffer.isActive() && next > currentTime && next < queue.first(cursor)) video.currentTime = next + 0.01;
	}

	video.addEventListener('seeking', onSeeking);
	video.addEventListener('waiting', onWaiting);

	return {
		/** Begins with a file at a place, in seconds. */
		load(address: string, at: number): void {
			stop();
			[url, lead, isPick] = [address, Infinity, false];
			buffer.begin((cursor = begins = at));
			start();
		},
		/** Goes on with another file: `soon` in place of what is loaded ahead. `isPicked`: as soon as it can. */
		change(address: string, soon: boolean, isPicked: boolean): void {
			const from = soon ? (isPicked ? 0 : LEAD) : Infinity;
			// All that is loaded ahead is of this file.
			if (address === url && begins <= here() + Math.max(1, from)) return;
			[url, lead, isPick] = [address, from, isPicked];
			abort();
			begins = Math.min(cursor, here() + from);
			start();
		},
		/** Goes on where a request has failed, at an address that may be another. */
		resume(address: string): void {
			url = address;
			abort();
			start();
		},
		stop,
		/** Whether what it has loaded is in the element. */
		isActive: buffer.isActive,
		seen: (): LoaderSeen => ({
			...{ rate: meter.rate(), pendingTime: meter.pendingTime(), isWhole, isSoundAlone },
			wait: failures.wait(),
		}),
	};
}
