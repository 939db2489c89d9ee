/** Appends media to a `<video>` by Media Source Extensions; the only file here that touches the DOM. */
import type { Track } from './track.ts';

type Kind = Track['kind'];

interface AppenderOptions {
	/** Seconds; Infinity for what is live. */
	duration: number;
	/** Seconds at which the media begin: they are played from 0. */
	begin?: number;
	/**
	 * Nothing can be appended any more: the media cannot be decoded (`error` is the element's), or something else plays in the
	 * element. Called at most once, after the appender has closed itself.
	 */
	onLost(error: MediaError | null): void;
	/** Writes what is appended first of a track that has no such bytes. */
	describe?(track: Track): Uint8Array;
}

const typeOf = ({ kind, codec }: Track) => `${kind}/mp4; codecs="${codec}"`;

/** iPhones have the managed kind alone. */
const sourceClass = () =>
	window.MediaSource || (window as { ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource;

/** Whether the engine says that it plays all of these. */
export function canAppend(tracks: Track[]): boolean {
	const Source = sourceClass();
	return !!Source && tracks.every((track) => Source.isTypeSupported(typeOf(track)));
}

/**
 * Sets the source of an element, for tracks that {@link canAppend} accepts, one of a kind. Their codecs may change later, the
 * set of kinds may not, as engines take no buffer more once media are there: for sound alone, or a video that joins it, create
 * another appender, then close this one. Each kind has a queue, so calls need not wait for one another. Times are in seconds.
 * A promise that waits while the appender is closed is never settled.
 */
export function createAppender(
	video: HTMLVideoElement,
	tracks: Track[],
	{ duration, begin = 0, onLost, describe }: AppenderOptions,
) {
	const Source = sourceClass()!;
	const source = new Source();
	const url = URL.createObjectURL(source);
	const kinds = tracks.map(({ kind }) => kind);
	const current: Record<string, Track> = {};
	const buffers: Record<string, SourceBuffer> = {};
	const queues: Record<string, Promise<unknown>> = {};
	const never = new Promise<never>(() => {});
	let isClosed = false;

	const close = (): void => {
		if (isClosed) return;
		isClosed = true;
		video.removeEventListener('error', lose);
		URL.revokeObjectURL(url);
		if (video.getAttribute('src') !== url) return;
		video.removeAttribute('src');
		video.load();
	};
	const lose = (): void => {
		if (isClosed) return;
		const { error } = video;
		close();
		onLost(error);
	};

	const opened = new Promise<void>((resolve) => {
		// It opens again when something is appended after the end.
		source.onsourceopen = () => resolve();
	}).then(() => {
		for (const track of tracks) {
			const buffer = (buffers[track.kind] = source.addSourceBuffer(typeOf(track)));
			current[track.kind] = track;
			buffer.timestampOffset = -begin;
			buffer.onerror = lose;
		}
		source.duration = duration;
	});
	source.onsourceclose = lose;
	video.addEventListener('error', lose);
	// Without it nothing managed opens.
	if (!window.MediaSource) video.disableRemotePlayback = true;
	video.src = url;

	/** Runs an operation once those before it of the same kinds are done. What fails ends the appender. */
	function enqueue<T>(kindsOf: Kind[], operation: () => T | Promise<T>): Promise<T> {
		const done = Promise.all([opened, ...kindsOf.map((kind) => queues[kind])])
			.then(() => (isClosed ? never : operation()))
			.catch(() => {
				lose();
				return never;
			});
		for (const kind of kindsOf) queues[kind] = done;
		return done;
	}

	/** Resolves when the buffer has done what it is told. */
	const update = (kind: Kind, begin: (buffer: SourceBuffer) => void) =>
		new Promise<void>((resolve) => {
			const buffer = buffers[kind]!;
			buffer.onupdateend = () => isClosed || resolve();
			begin(buffer);
		});

	const removeFrom = (kind: Kind, from: number, to: number) =>
		to > from ? update(kind, (buffer) => buffer.remove(from, to)) : undefined;

	async function appendTo(kind: Kind, bytes: Uint8Array): Promise<boolean> {
		try {
			await update(kind, (buffer) => buffer.appendBuffer(bytes as BufferSource));
			return true;
		} catch (error) {
			if ((error as Error).name !== 'QuotaExceededError') throw error;
			return false;
		}
	}

	const setTrack = (track: Track) =>
		enqueue([track.kind], () => {
			const { kind, codec } = track;
			const buffer = buffers[kind]!;
			// Of one kind the first segment says all, also where the engine has no such method.
			if (codec.slice(0, 4) !== current[kind]!.codec.slice(0, 4)) buffer.changeType(typeOf(track));
			current[kind] = track;
			return appendTo(kind, track.init || describe!(track));
		});

	for (const track of tracks) setTrack(track);

	return {
		/** Sets the track of what is appended from now on; its kind was there from the beginning. */
		setTrack,
		/**
		 * Appends whole segments of a kind. Resolves to `false` where the engine has no room: remove what is long behind, load
		 * less ahead, and append the same again once more was played.
		 */
		append: (kind: Kind, bytes: Uint8Array) => enqueue([kind], () => appendTo(kind, bytes)),
		/** Removes what begins between two times, and what depends on it: all until the next key frame. */
		remove: (from: number, to: number) =>
			Promise.all(kinds.map((kind) => enqueue([kind], () => removeFrom(kind, from, to)))),
		/** Changes the source, which is open, once what was given before is appended. */
		change: (operation: (source: MediaSource) => void) =>
			enqueue(kinds, () => source.readyState === 'open' && operation(source)),
		/** Nothing is called after it. The element is emptied if nothing else was set. Safe to repeat. */
		close,
	};
}

/** See {@link createAppender}. */
export type Appender = ReturnType<typeof createAppender>;
