import { FakeMediaStream, FakeTrack, setGlobals } from './fake-browser.ts';

/** A desktop user agent, whose constraints differ from those of phones. */
export const DESKTOP =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

/** Sets media devices, some of which may fail, as the browser's. Records the requests and every track captured. */
export function setDevices(fail: { audio?: Error; video?: Error; screen?: Error } = {}) {
	const requested: any[] = [];
	const tracks: FakeTrack[] = [];
	const capture = (...kinds: string[]): FakeMediaStream => {
		const captured = kinds.map((kind) => new FakeTrack(kind));
		tracks.push(...captured);
		return new FakeMediaStream(captured);
	};
	const mediaDevices = {
		getUserMedia: async (constraints: { audio?: unknown; video?: unknown }) => {
			requested.push(constraints);
			if (constraints.audio && fail.audio) throw fail.audio;
			if (constraints.video && fail.video) throw fail.video;
			return capture(...['audio', 'video'].filter((kind) => constraints[kind as 'audio']));
		},
		getDisplayMedia: async (constraints: unknown) => {
			requested.push(['screen', constraints]);
			if (fail.screen) throw fail.screen;
			return capture('video');
		},
		// As in Firefox: names only while a device is in use.
		enumerateDevices: async () =>
			['audioinput', 'audiooutput', 'videoinput', 'audioinput'].map((kind) => ({
				kind,
				label: liveTracks(tracks) ? kind : '',
			})),
	};
	setGlobals({ navigator: { userAgent: DESKTOP, mediaDevices } });
	return { requested, tracks };
}
/** Number of tracks that have not ended. */
export const liveTracks = (tracks: FakeTrack[]): number => tracks.filter((track) => track.readyState === 'live').length;
