/** Publishes camera, screen or a test picture with the streaming client, and shows what the connection reports. */
import {
	createClient,
	createStream,
	getCameraList,
	getMicList,
	type LocalStream,
	type RtsError,
} from '../../../src/rts/index.ts';
import { address, control, form, say, sayError, stop, video } from './elements.ts';
import { watchSending } from './sending.ts';
import { createSmallStream, smallAddress } from './small-stream.ts';
import { createTestStream } from './test-stream.ts';

const [source, camera, microphone] = ['source', 'camera', 'microphone'].map((name) => control<HTMLSelectElement>(name));
const profile = control<HTMLInputElement>('profile');
const small = control<HTMLInputElement>('small');
const client = createClient();
const smallClient = createClient();
let end = () => {};

for (const each of [client, smallClient]) each.on('onError', (error: RtsError) => sayError(error));

/** Offers devices; the first choice is left to the browser. */
const offer = (select: HTMLSelectElement, devices: MediaDeviceInfo[]) =>
	select.replaceChildren(
		new Option('Default', ''),
		...devices.map(({ deviceId, label }) => new Option(label, deviceId)),
	);
offer(camera!, []);
offer(microphone!, []);
control('list').onclick = async () => {
	try {
		offer(camera!, await getCameraList());
		offer(microphone!, await getMicList());
	} catch (error) {
		sayError(error);
	}
};

/** Captures what is chosen, at the profile that is chosen. */
async function capture(): Promise<LocalStream> {
	if (source!.value === 'test') return createTestStream();
	const device = ({ value }: HTMLSelectElement) => (value ? { deviceId: value } : true);
	const audio = device(microphone!);
	const screen = source!.value === 'screen';
	const stream = await createStream(screen ? { audio, screen } : { audio, video: device(camera!) });
	const name = profile.value;
	if (!(await (screen ? stream.setScreenProfile(name) : stream.setVideoProfile(name)))) {
		stream.stop();
		throw new Error(`${name} is no profile that this source has`);
	}
	return stream;
}

form.onsubmit = async (event) => {
	event.preventDefault();
	end();
	say('connecting');
	try {
		const stream = await capture();
		let stopWatching = () => {};
		end = () => {
			stopWatching();
			client.unpublish();
			smallClient.unpublish();
			stream.stop();
		};
		stream.play(video);
		// The client gives a stream the connection it is sent over.
		const { setEncodeParam } = stream;
		stream.setEncodeParam = (connection) => {
			stopWatching = watchSending(connection);
			return setEncodeParam(connection);
		};
		await client.publish(address.value, stream);
		if (small.checked) await smallClient.publish(smallAddress(address.value), createSmallStream(stream));
		say('publishing');
	} catch (error) {
		end();
		sayError(error);
	}
};
stop.onclick = () => {
	end();
	say('stopped');
};
