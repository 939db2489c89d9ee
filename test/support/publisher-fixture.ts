import type { Test } from 'uvu';
import { createStream } from '../../src/rts/publish/local-stream.ts';
import { createPublisher } from '../../src/rts/publish/publisher.ts';
import { type FakeBrowser, setGlobals, suiteInFakeBrowser } from './fake-browser.ts';
import { fakeDevices } from './fake-devices.ts';

/** A publish address. */
export const ADDRESS = 'artc://h/a/s?k=1';
/** Creates a suite in a fake browser with microphone and camera. */
export function suiteWithDevices(title: string): Test<FakeBrowser> {
	const it = suiteInFakeBrowser(title);
	it.before.each(() => setGlobals(fakeDevices().globals));
	return it;
}

/** A publisher with a stream for it, and what it emits and reports. */
export async function recordedPublisher() {
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
	const stream = await createStream({ audio: true, video: true });
	return { publisher, stream, errors, statuses, reports };
}
