/**
 * Loads recordings by pieces: requests the next seconds of a file, of at most two seconds of the link, and appends them to
 * the element. The next request is sent when the last one is nearly through, so that the link does not rest for a round
 * trip. See `docs/decisions/recordings.md`.
 */
import { canAppend, lacksPicture } from '../../media/appender.ts';
import type { Mp4, Piece, Segment } from '../../media/mp4/piece.ts';
import type { RareReaders } from '../../media/mp4/rare-readers.ts';
import { addFailure, type FailedAt, waitAfter } from '../../network/failure-limit.ts';
import type { createExplain, FileState } from '../../network/request-range.ts';
import { bufferedEnd, bufferedNext } from '../watch/buffered-end.ts';
import { createPieceMeter, pieceLimit } from '../link/piece-rate.ts';
import { createRecordingBuffer, kindsOf } from './append-recording.ts';
import { JOIN_AHEAD, type joinPlace } from './join-place.ts';
import { createPieceQueue, type PendingPiece } from './piece-queue.ts';
import { CHANGED, createFiles } from './request-piece.ts';

/** Seconds loaded ahead, also while paused. */
const AHEAD = 30;
const PAUSED_AHEAD = 10;
/** Share of what is to be loaded ahead below which loading goes on. */
const RESUME = 0.8;
/** Seconds from the place at which a better quality begins. */
const LEAD = 4;
/** Seconds that an engine has decoded ahead of what it shows. */
const DECODED_AHEAD = 0.5;
/** Milliseconds between two looks while enough is loaded. */
const PAUSE = 250;

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
}

/** Options of {@link createRecordingLoader}. */
export interface LoaderOptions {
	video: HTMLVideoElement;
	explain: ReturnType<typeof createExplain>;
	/** The next piece is to be chosen. */
	onPiece(): void;
	onFailed(kind: Exclude<FileState, 'fine'> | 'media' | 'undecodable'): void;
	/** Whether it plays, or is to play once it can. */
	plays(): boolean;
	/** Starts the element. */
	play(): void;
	/** Keeps the last picture until another is shown. */
	keepPicture(): void;
	/** Rejects with a `RangeError`. */
	loadLater(): Promise<RareReaders & { joinPlace: typeof joinPlace }>;
}

/** Creates what loads the page's recording. */
export function createRecordingLoader(options: LoaderOptions) {
	const { video, explain, plays, play, keepPicture, onPiece, onFailed, loadLater } = options;
	const meter = createPieceMeter();
	const files = createFiles(loadLater);
	/** Counts decisions on what to load; an earlier one does not go on. */
	let run = 0;
	let url = '';
	/** Seconds: where it begins, up to where it is requested, and from where on it is the latest file. */
	let [place, cursor, begins] = [0, 0, 0];
	/** Seconds from the place at which it takes the place of what is loaded ahead; Infinity: after that. */
	let lead = Infinity;
	/** The latest file is one that the viewer has picked. */
	let isPick = false;
	/** Where a quality begins that has taken the place of what plays, and is shown once it is ahead of it. */
	let joined = Infinity;
	/** The first piece that waits for a new source: from where on it was requested, and where it begins. */
	let first: { from: number; start: number } | null = null;
	let limit = AHEAD;
	let isWhole = false;
	let isSoundAlone = false;
	let failedAt: FailedAt = [];
	const buffer = createRecordingBuffer({
		video,
		plays,
		play,
		keepPicture,
		onLost() {
			stop();
			onFailed('media');
		},
		onFull: () => void (limit = Math.max(5, Math.min(limit, ahead()) * 0.7)),
	});

	const queue = createPieceQueue(meter, add);

	/** Ends what is under way; with `isAll` also what is nearly there. */
	function abort(isAll?: boolean): void {
		run++;
		cursor = queue.abort(cursor, isAll);
	}

	const here = () => (buffer.isActive() ? video.currentTime : place);
	const ahead = () => cursor - here();
	const wanted = () => Math.min(limit, video.paused && !video.seeking ? PAUSED_AHEAD : AHEAD);

	/** Resolves once more is to be loaded, rejects if what is under way has failed. */
	async function room(isOver: () => boolean): Promise<void> {
		while (!isOver() && ahead() >= wanted() * RESUME) {
			await queue.tail();
			await new Promise((resolve) => setTimeout(resolve, PAUSE));
		}
	}

	function nextPiece(mp4: Mp4, last: Piece | null): Promise<Piece | null> {
		const limit = pieceLimit(ahead(), wanted(), meter.rate(), meter.latency());
		return last ? last.next(limit) : mp4.piece(cursor, limit);
	}

	/** Appends a piece, and shows it where it begins at the place. Resolves to whether it is in the element. */
	async function add(mp4: Mp4, piece: Piece, segments: Segment[], each: PendingPiece): Promise<boolean> {
		const { from, start } = (first = first || { from: each.from, start: piece.start });
		if (!(await buffer.add(mp4, piece, segments, here(), () => each.isOver))) return false;
		first = null;
		if (each.isOver) return true;
		const { currentTime } = video;
		// Nothing plays at the place where sound begins before the first picture, or an engine leaves out what comes first.
		const isBare = from < currentTime + 0.5 && bufferedEnd(video, currentTime) <= currentTime;
		const next = bufferedNext(video, currentTime);
		const begin = next < piece.end ? Math.max(start, next) : start;
		if (isBare && begin > currentTime) video.currentTime = begin + 0.01;
		if (piece.end < currentTime + JOIN_AHEAD) return true;
		// Engines go on with what they have begun to decode, until the next key frame.
		if (joined <= currentTime + DECODED_AHEAD) video.currentTime = currentTime;
		joined = Infinity;
		return true;
	}

	/** Loads one piece after another, until another decision. */
	async function start(): Promise<void> {
		const [mine, address] = [run, url];
		const isOver = () => mine !== run;
		isWhole = isSoundAlone = false;
		const pause = waitAfter(failedAt, performance.now());
		if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
		if (isOver()) return;
		try {
			const [mp4, later] = await Promise.all([
				files.open(address),
				// Without it, what is loaded ahead plays first.
				lead < Infinity ? loadLater().catch(() => null) : null,
				queue.tail(),
			]);
			if (isOver()) return;
			if (!canAppend(mp4.tracks)) return fail(lacksPicture(video, mp4.tracks) ? 'undecodable' : 'unreadable');
			isSoundAlone = kindsOf(mp4) === 'audio';
			// A shorter recording may have taken its place.
			if (place >= mp4.duration) place = 0;
			if (buffer.isNew(mp4)) {
				buffer.drop();
				first = null;
				cursor = here();
			} else if (later) {
				const found = await later.joinPlace(mp4, here(), lead, meter.rate(), meter.latency());
				if (isOver()) return;
				cursor = begins = Math.min(cursor, found);
				joined = lead ? Infinity : cursor;
			}
			lead = Infinity;
			for (let last: Piece | null = null; ;) {
				await room(isOver);
				if (isOver()) return;
				const next: Piece | null = await nextPiece(mp4, last);
				if (isOver()) return;
				last = next || {
					start: cursor,
					end: cursor,
					ranges: [],
					isLast: true,
					segments: async () => [],
					next: async () => null,
				};
				const near = queue.take(address, mp4, last, cursor);
				cursor = last.end;
				await near;
				if (last.isLast) await queue.tail();
				if (isOver()) return;
				if (last.isLast) {
					isWhole = true;
					return buffer.end();
				}
				if (buffer.isActive()) onPiece();
				if (isOver()) return;
			}
		} catch (error) {
			if (isOver()) return;
			failedAt = addFailure(failedAt, performance.now());
			if (error === CHANGED) files.forget(address);
			const kind = typeof error === 'number' ? await explain(address, error) : 'unreadable';
			if (!isOver()) fail(kind as Exclude<FileState, 'fine'>);
		}
	}

	function fail(kind: Parameters<typeof onFailed>[0]): void {
		abort();
		onFailed(kind);
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
		cursor = end;
		begins = Math.min(begins, end);
		start();
	}

	video.addEventListener('seeking', onSeeking);

	return {
		/** Begins with a file at a place, in seconds. */
		load(address: string, at: number): void {
			stop();
			[url, lead, isPick] = [address, Infinity, false];
			place = cursor = begins = at;
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
		seen: (): LoaderSeen => ({ rate: meter.rate(), pendingTime: meter.pendingTime(), isWhole, isSoundAlone }),
	};
}
