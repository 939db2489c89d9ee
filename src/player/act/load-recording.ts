/**
 * Loads recordings by pieces: requests the next seconds of a file, and appends them to the element. One request at a time, of
 * at most two seconds of the link. See `docs/decisions/recordings.md`.
 */
import { type Appender, canAppend, createAppender } from '../../media/appender.ts';
import { openMp4 } from '../../media/mp4/open-mp4.ts';
import type { Mp4, Piece, Segment } from '../../media/mp4/piece.ts';
import {
	explain,
	type FileState,
	type RangeError,
	type RangeRequest,
	requestRange,
} from '../../network/request-range.ts';
import { bufferedEnd } from '../watch/buffered-end.ts';
import { addFailure, type FailedAt, waitAfter } from '../../network/limit-failures.ts';
import { type Load, pieceTime, rateOf } from '../watch/piece-rate.ts';
import { keepPicture } from './keep-picture.ts';

/** Seconds loaded ahead, also while paused, and kept behind. */
const AHEAD = 30;
const PAUSED_AHEAD = 10;
const BEHIND = 30;
/** Share of what is to be loaded ahead below which loading goes on. */
const RESUME = 0.8;
/** Least and most kB of a piece. */
const [LEAST, MOST] = [16, 4000];
/** Seconds of the first piece, and of all others at most. */
const FIRST_SECONDS = 1;
const PIECE_SECONDS = 10;
/** Seconds from the place at which another quality begins: one that is picked, or better. */
const PICK_LEAD = 1;
const LEAD = 4;
/** Milliseconds without data that are an outage, not a lack of rate. */
const OUTAGE = 2500;
/** Milliseconds of a request after which its rate counts. */
const KNOWN_TIME = 1000;
/** Milliseconds between two looks while enough is loaded. */
const PAUSE = 250;
/** Files whose index is kept. */
const MAX_FILES = 4;

/** What the page knows of what it loads. */
export interface LoaderSeen {
	/** kbit/s of the link; 0: unknown. */
	rate: number;
	/** Milliseconds until the piece that is under way is there, at that rate; 0 without one. */
	left: number;
	/** Loaded to its end. */
	isWhole: boolean;
}

/** Options of {@link createRecordingLoader}. */
export interface LoaderOptions {
	video: HTMLVideoElement;
	/** The next piece is to be chosen. */
	onPiece(): void;
	onFailed(kind: Exclude<FileState, 'fine'> | 'media'): void;
	/** Whether it plays, or is to play once it can. */
	plays(): boolean;
	/** Starts the element. */
	play(): void;
}

const kindsOf = ({ tracks }: Mp4) => tracks.map(({ kind }) => kind).join();

/** Creates what loads the page's recording. */
export function createRecordingLoader({ video, plays, play, onPiece, onFailed }: LoaderOptions) {
	const files = new Map<string, Promise<Mp4>>();
	/** Counts loads; what belongs to an earlier one is dropped. */
	let run = 0;
	let url = '';
	/** Seconds up to which it is loaded, and from which on it is the latest file. */
	let [cursor, begins] = [0, 0];
	let appender: Appender | null = null;
	/** Whose tracks are appended. */
	let appended: Mp4 | null = null;
	let limit = AHEAD;
	let isFirst = true;
	let isWhole = false;
	let request: RangeRequest | null = null;
	let loads: Load[] = [];
	let failedAt: FailedAt = [];
	/** Of the request; when something last came. */
	let current: (Load & { total: number; since: number; at: number }) | null = null;
	let wake = () => {};

	function open(address: string): Promise<Mp4> {
		const file = files.get(address) || openMp4((from, to) => requestRange(address, from, to).part);
		file.catch(() => files.delete(address));
		// The latest ones last.
		files.delete(address);
		files.set(address, file);
		if (files.size > MAX_FILES) files.delete(files.keys().next().value!);
		return file;
	}

	/** Requests media, and measures the link. */
	async function read(from: number, to: number): Promise<Uint8Array> {
		const since = performance.now();
		const load = (current = { bytes: 0, time: 0, total: to - from, since, at: since });
		request = requestRange(url, from, to, (bytes) => {
			const now = performance.now();
			// An outage is no lack of rate.
			if (now - load.at > OUTAGE) load.since += now - load.at;
			Object.assign(load, { bytes, time: now - load.since, at: now });
		});
		const { bytes } = await request.part.catch((error) => {
			// What fails says nothing of the link.
			if (current === load) current = null;
			throw error;
		});
		current = null;
		loads = loads.concat({ bytes: bytes.length, time: Math.max(1, performance.now() - load.since) }).slice(-20);
		return bytes;
	}

	/** With the piece under way, once that says more. */
	function known(): Load[] {
		if (!current) return loads;
		const silence = performance.now() - current.at;
		const time = current.time + (silence < OUTAGE ? silence : 0);
		return time < KNOWN_TIME ? loads : loads.concat({ bytes: current.bytes, time });
	}
	const rate = () => rateOf(known());

	/** What it has brought counts, too. */
	function abort(): void {
		run++;
		loads = known();
		current = null;
		if (request) request.abort();
		request = null;
		wake();
	}

	const ahead = () => (appender ? cursor - video.currentTime : 0);
	const wanted = () => Math.min(limit, video.paused && !video.seeking ? PAUSED_AHEAD : AHEAD);

	/** Resolves once more is to be loaded. */
	async function room(): Promise<void> {
		if (ahead() < wanted() * RESUME) return;
		await new Promise<void>((resolve) => {
			wake = resolve;
			setTimeout(resolve, PAUSE);
		});
		return room();
	}

	function nextPiece(mp4: Mp4, last: Piece | null): Promise<Piece | null> {
		const bytes = Math.min(MOST, Math.max(LEAST, ((rate() || Infinity) / 8) * pieceTime(ahead()))) * 1000;
		const seconds = isFirst ? FIRST_SECONDS : Math.min(PIECE_SECONDS, Math.max(1, wanted() - ahead()));
		return mp4.piece(last || cursor, { seconds, bytes });
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
				if (!video.currentTime) video.currentTime = place;
			},
			{ once: true },
		);
		if (plays()) play();
	}

	/** Loads one piece after another. */
	async function follow(mine: number, from: number): Promise<void> {
		const isOver = () => mine !== run;
		const address = url;
		const pause = waitAfter(failedAt, performance.now());
		if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
		if (isOver()) return;
		try {
			const mp4 = await open(address);
			if (isOver()) return;
			if (!canAppend(mp4.tracks)) return fail('unreadable');
			// Other tracks need another element's source, which must begin where the old one is.
			const isNew = !appender || kindsOf(mp4) !== kindsOf(appended!);
			let held: Segment[] = [];
			let last: Piece | null = null;
			// A shorter recording may have taken its place.
			const place = from < mp4.duration ? from : 0;
			if (isNew) cursor = appender ? video.currentTime : place;
			for (let isHeld = isNew; ;) {
				await room();
				if (isOver()) return;
				const piece: Piece | null = await nextPiece(mp4, last);
				if (isOver()) return;
				if (piece) {
					const bytes = [];
					for (const { from, to } of piece.ranges) {
						bytes.push(await read(from, to));
						if (isOver()) return;
					}
					held = held.concat(await piece.segments(bytes));
					if (isOver()) return;
					last = piece;
					cursor = piece.end;
					isFirst = false;
				}
				isWhole = !piece || piece.isLast;
				const at = appender ? video.currentTime : place;
				// What plays meanwhile must not overtake it.
				if (isHeld && !isWhole && cursor < at + 1) continue;
				if (isHeld) attach(mp4, at);
				else if (mp4 !== appended) mp4.tracks.forEach((track) => appender!.setTrack(track));
				appended = mp4;
				isHeld = false;
				for (const { kind, bytes } of held.splice(0)) await append(kind, bytes, isOver);
				if (isOver()) return;
				if (isWhole) return void appender!.end();
				if (video.currentTime > BEHIND + 5) appender!.remove(0, video.currentTime - BEHIND);
				onPiece();
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

	/** Waits for room where the engine has none. */
	async function append(kind: 'video' | 'audio', bytes: Uint8Array, isOver: () => boolean): Promise<void> {
		while (!isOver() && !(await appender!.append(kind, bytes))) {
			limit = Math.max(5, Math.min(limit, ahead()) * 0.7);
			await new Promise((resolve) => setTimeout(resolve, PAUSE * 4));
		}
	}

	function fail(kind: Exclude<FileState, 'fine'>): void {
		abort();
		onFailed(kind);
	}

	function start(place: number): void {
		abort();
		isWhole = false;
		follow(run, place);
	}

	function stop(): void {
		abort();
		if (appender) appender.close();
		appender = null;
	}

	function onSeeking(): void {
		if (!appender) return;
		const { currentTime } = video;
		const end = bufferedEnd(video, currentTime);
		if (isWhole && end > currentTime && end >= cursor - 0.5) return;
		isFirst = end <= currentTime;
		cursor = end;
		if (isFirst || begins > end) begins = end;
		start(end);
	}

	video.addEventListener('seeking', onSeeking);
	for (const type of ['play', 'pause']) video.addEventListener(type, () => wake());

	return {
		/** Begins with a file at a place, in seconds. */
		load(address: string, place: number): void {
			stop();
			[url, cursor, begins, isFirst] = [address, place, place, true];
			start(place);
		},
		/** Goes on with another file: `soon` in place of what is loaded ahead. `isPicked`: as soon as it can. */
		change(address: string, soon: boolean, isPicked: boolean): void {
			const at = soon ? video.currentTime + (isPicked ? PICK_LEAD : LEAD) : Infinity;
			// What is loaded ahead is all of this file.
			if (address === url && begins <= at) return;
			url = address;
			if (appender) cursor = Math.min(cursor, at);
			begins = cursor;
			start(cursor);
		},
		/** Goes on where a request has failed, at an address that may be another. */
		resume(address: string): void {
			url = address;
			start(cursor);
		},
		stop,
		/** Whether what it has loaded is in the element. */
		isActive: () => !!appender,
		seen(): LoaderSeen {
			const kbps = rate();
			const left = current && kbps ? ((current.total - current.bytes) * 8) / kbps : 0;
			return { rate: kbps, left, isWhole };
		},
	};
}
