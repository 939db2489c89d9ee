/**
 * Loads recordings by pieces: requests the next seconds of a file, of at most two seconds of the link, and appends them to
 * the element. The next request is sent when the last one is nearly through, so that the link does not rest for a round
 * trip. See `docs/decisions/recordings.md`.
 */
import { type Appender, canAppend, createAppender, lacksPicture } from '../../media/appender.ts';
import type { Mp4, Piece, Segment } from '../../media/mp4/piece.ts';
import { addFailure, type FailedAt, waitAfter } from '../../network/limit.ts';
import { explain, type FileState, type RangeError } from '../../network/request-range.ts';
import { bufferedEnd } from '../watch/buffered-end.ts';
import { createPieceMeter, pieceTime } from '../link/piece-rate.ts';
import { keepPicture } from './keep-picture.ts';
import { createFiles, requestPiece } from './request-piece.ts';

/** Seconds loaded ahead, also while paused, and kept behind. */
const AHEAD = 30;
const PAUSED_AHEAD = 10;
const BEHIND = 30;
/** Share of what is to be loaded ahead below which loading goes on. */
const RESUME = 0.8;
/** Least and most kB of a piece. */
const [LEAST, MOST] = [16, 4000];
/** Seconds of the first piece, also of the link, and of all others at most. */
const FIRST_SECONDS = 1;
const PIECE_SECONDS = 10;
/** Seconds from the place at which another quality begins: one that is picked, or better. */
const PICK_LEAD = 1;
const LEAD = 4;
/** Milliseconds between two looks while enough is loaded. */
const PAUSE = 250;

/** What the page knows of what it loads. */
export interface LoaderSeen {
	/** kbit/s of the link; 0: unknown. */
	rate: number;
	/** Milliseconds until what is under way is there, at that rate; 0 without it. */
	left: number;
	/** Loaded to its end. */
	isWhole: boolean;
	/** The file has no picture. */
	isSoundAlone: boolean;
}

/** Options of {@link createRecordingLoader}. */
export interface LoaderOptions {
	video: HTMLVideoElement;
	/** The next piece is to be chosen. */
	onPiece(): void;
	onFailed(kind: Exclude<FileState, 'fine'> | 'media' | 'undecodable'): void;
	/** Whether it plays, or is to play once it can. */
	plays(): boolean;
	/** Starts the element. */
	play(): void;
}

/** A piece that is requested and not yet appended. */
interface Pending {
	/** Seconds from which on it is needed. */
	from: number;
	before: Promise<unknown>;
	/** Nearly there: it is worth waiting for. */
	isNear: boolean;
	isOver: boolean;
	abort(): void;
}

const kindsOf = ({ tracks }: Mp4) => tracks.map(({ kind }) => kind).join();

/** Creates what loads the page's recording. */
export function createRecordingLoader({ video, plays, play, onPiece, onFailed }: LoaderOptions) {
	const meter = createPieceMeter();
	const open = createFiles();
	/** Counts decisions on what to load; an earlier one does not go on. */
	let run = 0;
	let url = '';
	/** Seconds: where it begins, up to where it is requested, and from where on it is the latest file. */
	let [place, cursor, begins] = [0, 0, 0];
	let appender: Appender | null = null;
	/** Whose tracks are appended. */
	let appended: Mp4 | null = null;
	/** What waits for a new source. */
	let held: Segment[] = [];
	let limit = AHEAD;
	let isFirst = true;
	let isWhole = false;
	let isSoundAlone = false;
	let pending: Pending[] = [];
	/** All that was requested is appended. */
	let tail: Promise<unknown> = Promise.resolve();
	let failedAt: FailedAt = [];
	let wake = () => {};

	/** Ends what is under way; with `isAll` also what is nearly there. */
	function abort(isAll?: boolean): void {
		run++;
		while (pending[0] && (isAll || !pending.every(({ isNear }) => isNear))) {
			const each = pending.pop()!;
			each.isOver = true;
			each.abort();
			[cursor, tail] = [each.from, each.before];
		}
		wake();
	}

	const here = () => (appender ? video.currentTime : place);
	const ahead = () => cursor - here();
	const wanted = () => Math.min(limit, video.paused && !video.seeking ? PAUSED_AHEAD : AHEAD);
	/** Other tracks need another element's source, which must begin where the old one is. */
	const isNew = (mp4: Mp4) => !appender || kindsOf(mp4) !== kindsOf(appended!);

	/** Resolves once more is to be loaded, rejects if what is under way has failed. */
	async function room(): Promise<void> {
		if (ahead() < wanted() * RESUME) return;
		await tail;
		await new Promise<void>((resolve) => {
			wake = resolve;
			setTimeout(resolve, PAUSE);
		});
		return room();
	}

	function nextPiece(mp4: Mp4, last: Piece | null): Promise<Piece | null> {
		const rate = meter.rate();
		const time = isFirst ? FIRST_SECONDS : pieceTime(ahead(), meter.latency());
		const bytes = Math.min(MOST, Math.max(LEAST, ((rate || Infinity) / 8) * time)) * 1000;
		const seconds = isFirst || !rate ? FIRST_SECONDS : Math.min(PIECE_SECONDS, Math.max(1, wanted() - ahead()));
		return mp4.piece(last || cursor, { seconds, bytes });
	}

	/** Requests a piece, which is appended after those before it. Resolves once the next is to be requested. */
	function take(address: string, mp4: Mp4, piece: Piece): Promise<unknown> {
		let onNear = () => {};
		const near = new Promise<void>((resolve) => (onNear = resolve));
		const request = requestPiece(address, piece.ranges, meter, () => {
			each.isNear = true;
			onNear();
		});
		const each: Pending = { from: cursor, before: tail, isNear: false, isOver: false, abort: request.abort };
		async function arrive(): Promise<void> {
			const parts = await request.parts;
			each.isNear = true;
			const segments = await piece.segments(parts);
			await each.before;
			if (!each.isOver) await add(mp4, segments, piece, each);
			if (held.length) return;
			pending = pending.slice(pending.indexOf(each) + 1);
			// Sound begins before the first picture: nothing would play at the place.
			const { currentTime } = video;
			const isLate = piece.start > currentTime && each.from < currentTime + 0.5;
			if (!each.isOver && isLate && bufferedEnd(video, currentTime) <= currentTime)
				video.currentTime = piece.start + 0.01;
		}
		pending.push(each);
		cursor = piece.end;
		isFirst = false;
		tail = arrive();
		tail.catch(() => (each.isNear = false));
		return Promise.race([near, tail]);
	}

	/** Shows what has these tracks in the element, at its place, in place of what it has. */
	function attach(mp4: Mp4, place: number): void {
		const last = appender;
		keepPicture(video);
		const next = (appender = createAppender(video, mp4.tracks, {
			onLost() {
				if (next !== appender) return;
				stop();
				onFailed('media');
			},
		}));
		if (last) last.close();
		next.setDuration(mp4.duration);
		video.currentTime = place;
		video.addEventListener(
			'loadedmetadata',
			() => {
				if (place && !video.currentTime) video.currentTime = place;
			},
			{ once: true },
		);
		if (plays()) play();
	}

	async function add(mp4: Mp4, segments: Segment[], piece: Piece, each: Pending): Promise<void> {
		held = held.concat(segments);
		if (isNew(mp4)) {
			// What plays meanwhile must not overtake it.
			if (!piece.isLast && piece.end < here() + 1) return;
			attach(mp4, here());
		} else if (mp4 !== appended) mp4.tracks.forEach((track) => appender!.setTrack(track));
		appended = mp4;
		for (const { kind, bytes } of held.splice(0))
			while (!each.isOver && !(await appender!.append(kind, bytes))) {
				// The engine has no room.
				limit = Math.max(5, Math.min(limit, ahead()) * 0.7);
				await new Promise((resolve) => setTimeout(resolve, PAUSE * 4));
			}
		if (!each.isOver && video.currentTime > BEHIND + 5) appender!.remove(0, video.currentTime - BEHIND);
	}

	/** Loads one piece after another. */
	async function follow(mine: number, address: string): Promise<void> {
		const isOver = () => mine !== run;
		const pause = waitAfter(failedAt, performance.now());
		if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
		if (isOver()) return;
		try {
			const [mp4] = await Promise.all([open(address), tail]);
			if (isOver()) return;
			if (!canAppend(mp4.tracks)) return fail(lacksPicture(video, mp4.tracks) ? 'undecodable' : 'unreadable');
			isSoundAlone = kindsOf(mp4) === 'audio';
			// A shorter recording may have taken its place.
			if (place >= mp4.duration) place = 0;
			if (isNew(mp4)) [held, cursor] = [[], here()];
			for (let last: Piece | null = null; ;) {
				await room();
				if (isOver()) return;
				const next: Piece | null = await nextPiece(mp4, last);
				if (isOver()) return;
				last = next || { start: cursor, end: cursor, ranges: [], isLast: true, segments: async () => [] };
				await take(address, mp4, last);
				if (last.isLast) await tail;
				if (isOver()) return;
				if (last.isLast) {
					isWhole = true;
					return void appender!.end();
				}
				if (appender) onPiece();
				if (isOver()) return;
			}
		} catch (error) {
			if (isOver() || (error as RangeError).aborted) return;
			failedAt = addFailure(failedAt, performance.now());
			const kind =
				(error as RangeError).status === undefined ? 'unreadable' : await explain(address, error as RangeError);
			if (!isOver()) fail(kind as Exclude<FileState, 'fine'>);
		}
	}

	function fail(kind: Exclude<FileState, 'fine'> | 'undecodable'): void {
		abort();
		onFailed(kind);
	}

	function start(): void {
		isWhole = isSoundAlone = false;
		follow(run, url);
	}

	function stop(): void {
		abort(true);
		if (appender) appender.close();
		appender = null;
	}

	function onSeeking(): void {
		if (!appender) return;
		const { currentTime } = video;
		const end = bufferedEnd(video, currentTime);
		const next = pending[0] ? pending[0].from : cursor;
		// What is under way begins there, as when the element goes to its first place.
		if (end >= next - 0.5 && currentTime <= next + 0.5) return;
		abort(true);
		isFirst = end <= currentTime;
		cursor = end;
		if (isFirst || begins > end) begins = end;
		start();
	}

	video.addEventListener('seeking', onSeeking);
	for (const type of ['play', 'pause']) video.addEventListener(type, () => wake());

	return {
		/** Begins with a file at a place, in seconds. */
		load(address: string, at: number): void {
			stop();
			[url, isFirst] = [address, true];
			place = cursor = begins = at;
			start();
		},
		/** Goes on with another file: `soon` in place of what is loaded ahead. `isPicked`: as soon as it can. */
		change(address: string, soon: boolean, isPicked: boolean): void {
			const at = soon ? video.currentTime + (isPicked ? PICK_LEAD : LEAD) : Infinity;
			// What is loaded ahead is all of this file.
			if (address === url && begins <= at) return;
			url = address;
			abort();
			if (appender) cursor = Math.min(cursor, at);
			begins = cursor;
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
		isActive: () => !!appender,
		seen: (): LoaderSeen => ({ rate: meter.rate(), left: meter.left(), isWhole, isSoundAlone }),
	};
}
