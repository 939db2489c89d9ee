/** A `<video>` with the properties that linkedom lacks. It plays nothing; tests set what it reports. */
export interface FakeVideo extends HTMLVideoElement {
	paused: boolean;
	ended: boolean;
	error: MediaError | null;
	/** Whether frames are shown: the clock of the video follows the clock then. */
	moves: boolean;
	/** Frames counted so far; 0 where they are not counted. */
	frames: number;
	/** Number of calls of `play`, and the result of each. */
	playCalls: number;
	playResult: () => Promise<void> | undefined;
	/** Dispatches an event. */
	fire(type: string): void;
}

export function fakeVideo(): FakeVideo {
	const video = document.createElement('video') as unknown as FakeVideo;
	document.createElement('div').append(video);
	let position: number | undefined;
	let shown = 0;
	const fields: Partial<FakeVideo> = {
		paused: false,
		muted: false,
		ended: false,
		error: null,
		srcObject: null,
		moves: true,
		frames: 0,
		playCalls: 0,
		playResult: () => Promise.resolve(),
		play: () => {
			video.playCalls++;
			return video.playResult()!;
		},
		fire: (type) => void video.dispatchEvent(new Event(type)),
		getVideoPlaybackQuality: () => ({ totalVideoFrames: video.frames }) as VideoPlaybackQuality,
	};
	Object.assign(video, fields);
	return Object.defineProperties(video, {
		src: { set: (url: string) => video.setAttribute('src', url) },
		poster: {
			get: () => video.getAttribute('poster') || '',
			set: (url: string) => video.setAttribute('poster', url),
		},
		currentTime: {
			get: () => position ?? (video.moves ? (shown = Date.now() / 1000) : shown),
			set: (seconds: number) => (position = seconds),
		},
	});
}
