/**
 * A process in the servers' namespace: page, API and stream server of a row, each at an address of its own, over TLS 1.3 and
 * HTTP/2. Arguments: the folder that is served, and the stream's name. Sends `ready` over IPC once it listens.
 */
import { DEMO_SIGN_KEY } from '../../origin/demo.ts';
import { startOrigin } from '../../origin/index.ts';
import { DOMAIN, HOSTS } from './network.ts';

/**
 * Bytes of a TLS record at most: one packet's worth, so that each packet can be read when it arrives (as with `ssl_buffer_size 4k`
 * and less; nginx's default of 16 KB holds the first bytes back until the record is whole).
 */
const RECORD_SIZE = 1400;

const [dist = '', stream = ''] = process.argv.slice(2);

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
process.on('disconnect', () => process.exit());
process.send!('ready');
