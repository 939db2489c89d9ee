import type { Test } from 'uvu';
import { createStream } from '../../src/rts/publish/local-stream.ts';
import { createPublisher } from '../../src/rts/publish/publisher.ts';
import { type FakeBrowser, FakeMediaStream, FakeTrack, setGlobals, suiteInFakeBrowser } from './fake-browser.ts';

/** A publish address. */
export const ADDRESS = 'artc://h/a/s?k=1';
const globals = {
	navigator: {
		userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
		mediaDevices: {
			getUserMedia: async (constraints: Record<string, unknown>) =>
				new FakeMediaStream(Object.keys(constraints).map((kind) => new FakeTrack(kind))),
		},
	},
};
/** Creates a suite in a fake browser with microphone and camera. */
export function suiteWithDevices(title: string): Test<FakeBrowser> {
	const it = suiteInFakeBrowser(title);
	it.before.each(() => setGlobals(globals));
	return it;
}

/** A publisher with a stream for it, and what it emits and reports. */
export async function recordedPublisher(video = true) {
	const errors: string[] = [];
	const statuses: number[] = [];
	const reports: [number, any][] = [];
	const publisher = createPublisher(
		(id, args) => reports.push([id, args && { ...args }]),
		(event, payload: any) => {
			if (event === 'onError') errors.push(`${payload.errorCode} ${payload.message} ${payload.traceId}`);
			else statuses.push(payload.status);
		},
	);
	const stream = await createStream({ audio: true, video });
	return { publisher, stream, errors, statuses, reports };
}
