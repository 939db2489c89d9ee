/**
 * A process in the servers' namespace: page, API and stream server of a row, each at an address of its own, over TLS 1.3 and
 * HTTP/2. Arguments: the folder that is served, the stream's name, and a recording's file for a replay. Sends `ready` over IPC once it listens.
 */
import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { openViewer } from '../../../src/check/viewer.ts';
import { DEMO_SIGN_KEY } from '../../origin/demo.ts';
import { readRecording } from '../../origin/recordings/recordings.ts';
import { startOrigin } from '../../origin/index.ts';
import { DOMAIN, HOSTS, PAGE } from './network.ts';

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
origin.setLive({
	id: stream,
	originRts: `artc://stream.${DOMAIN}/live/${stream}`,
	// For pages with `rts.first`.
	firstUrl: `${PAGE}/live/demo_ld.flv`,
});
const fileOf = (name: string) => `https://stream.${DOMAIN}/media/${name}`;
/** The same in three encodings: `hour_last.mp4`, `hour_sd_last.mp4`, … */
const RECORDINGS = [
	{ name: '高清', kbps: 1173, file: recording },
	{ name: '标清', kbps: 443, file: recording.replace(/^[a-z]+/, '$&_sd') },
	{ name: '流畅', kbps: 173, file: recording.replace(/^[a-z]+/, '$&_ld') },
];
if (recording) {
	origin.setLive({
		...{ id: stream, status: 3, playbackUrl: fileOf(recording) },
		// A list of HLS has its own.
		playbackQualities: recording.endsWith('.mp4')
			? RECORDINGS.map(({ name, kbps, file }) => ({ name, kbps, url: fileOf(file) }))
			: [],
	});
	// Made when first requested.
	for (const { file } of RECORDINGS) await readRecording(`/media/${file}`);
}

/** Plays a packet: a server that people visit has answered before, and a process's first answer to an offer takes up to 0.1 s more. */
async function warmUp(): Promise<void> {
	const post = async (path: string, body: unknown) => {
		const sent = request(`https://${HOSTS.stream}${path}`, { method: 'POST', rejectUnauthorized: false });
		sent.end(JSON.stringify(body));
		const [response] = await once(sent, 'response');
		return JSON.parse(await text(response));
	};
	const viewer = await openViewer(true, true, true);
	const url = `artc://stream.${DOMAIN}/live/${stream}`;
	const { jsep } = await post(`/live/${stream}`, {
		...{ version: 2, sdk_version: '0.0.1', mode: 'live', jsep: { type: 'offer', sdp: viewer.sdp } },
		pull_streams: [{ url, amsid: ['rts audio'], vmsid: ['rts video'] }],
	});
	await viewer.accept(jsep.sdp);
	while (!viewer.packets[0]) await new Promise((resolve) => setTimeout(resolve, 20));
	await viewer.close();
}
if (!recording) await warmUp();
process.on('disconnect', () => process.exit());
process.send!('ready');
