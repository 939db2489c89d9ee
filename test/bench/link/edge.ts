/**
 * A process in the servers' namespace: page, API and stream server of a row, each at an address of its own, over TLS 1.3 and
 * HTTP/2. Arguments: the folder that is served, the stream's name, and a recording's for a replay. Sends `ready` over IPC once it listens.
 */
import { DEMO_SIGN_KEY } from '../../origin/demo.ts';
import { startOrigin } from '../../origin/index.ts';
import { DOMAIN, HOSTS } from './network.ts';

/**
 * Bytes of a TLS record at most: one packet's worth, so that each packet can be read when it arrives (as with `ssl_buffer_size 4k`
 * and less; nginx's default of 16 KB holds the first bytes back until the record is whole).
 */
const RECORD_SIZE = 1400;

const [dist = '', stream = '', recording = ''] = process.argv.slice(2);

const origin = await startOrigin({
	dist,
	host: '0.0.0.0',
	port: 443,
	http2: true,
	recordSize: RECORD_SIZE,
	signKey: DEMO_SIGN_KEY,
	quiet: true,
	best: 'hd',
	mediaAddress: HOSTS.stream,
});
// An id that a configured address (`rts.stream`) can hold.
origin.setLive({ id: stream, originRts: `artc://stream.${DOMAIN}/live/${stream}` });
const fileOf = (name: string) => `https://stream.${DOMAIN}/media/${name}.mp4`;
const RECORDINGS = [
	{ name: '高清', kbps: 1173, file: 'recording' },
	{ name: '标清', kbps: 443, file: 'recording_sd' },
	{ name: '流畅', kbps: 173, file: 'recording_ld' },
];
if (recording)
	origin.setLive({
		...{ id: stream, status: 3, playbackUrl: fileOf(recording) },
		playbackQualities: RECORDINGS.map(({ name, kbps, file }) => ({ name, kbps, url: fileOf(file) })),
	});
process.on('disconnect', () => process.exit());
process.send!('ready');
