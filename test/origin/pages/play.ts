/** Plays any address with the streaming client, and shows what it reports each second. */
import { createClient, type PlayEvent, type RtsError } from '../../../src/rts/index.ts';
import { address, form, say, sayError, showNumbers, stop, video } from './elements.ts';

const client = createClient();
client.on('onError', (error: RtsError) => sayError(error));
client.on('onPlayEvent', ({ event, data }: PlayEvent) => {
	if (event !== 'media') return say(event);
	const { audio, video: picture } = data!;
	const bytes = (audio ? audio.bytesReceivedPerSecond : 0) + (picture ? picture.bytesReceivedPerSecond : 0);
	const roundTrip = picture ? picture.rtt : -1;
	showNumbers({
		'kbit/s': Math.round(bytes / 125),
		'frames/s': picture && Math.round(picture.fps),
		width: picture?.width,
		height: picture?.height,
		'round trip, ms': roundTrip < 0 ? undefined : Math.round(roundTrip * 1000),
	});
});

form.onsubmit = async (event) => {
	event.preventDefault();
	say('connecting');
	try {
		(await client.subscribe(address.value)).play(video);
	} catch (error) {
		sayError(error);
	}
};
stop.onclick = async () => {
	await client.unsubscribe();
	say('stopped');
};
