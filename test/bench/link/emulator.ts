/**
 * A process that carries IP packets between two TUN devices as a mobile link would. It is a process of its own so that nothing
 * else delays a packet. Arguments: the names of the client's and the server's device. Over IPC it receives `{ link }`, null for one
 * that carries every packet at once, drops what is under way, and replies `ready`.
 */
import { read, writeSync } from 'node:fs';
import { createShaper, type Link, type Shaper } from './shaper.ts';
import { openTun } from './tun.ts';

/** Largest packet of a TUN device with the default MTU. */
const PACKET_SIZE = 1500;

const [clientDevice = '', serverDevice = ''] = process.argv.slice(2);
const client = openTun(clientDevice);
const server = openTun(serverDevice);

let generation = 0;
let shapers: { up: Shaper; down: Shaper } | null = null;

function send(to: number, packet: Buffer): void {
	try {
		writeSync(to, packet);
	} catch {
		// The device is down while its namespace is being set up.
	}
}

function forward(from: number, to: number, direction: 'up' | 'down'): void {
	const buffer = Buffer.alloc(PACKET_SIZE);
	read(from, buffer, 0, PACKET_SIZE, null, (error, bytes) => {
		if (error) {
			if (error.code !== 'EIO' && error.code !== 'EBADFD') {
				console.error(`link emulator: ${error.message}`);
				process.exit(1);
			}
			setTimeout(forward, 10, from, to, direction);
			return;
		}
		const packet = Buffer.from(buffer.subarray(0, bytes));
		if (!shapers) send(to, packet);
		else {
			const now = performance.now();
			const deliverAt = shapers[direction](bytes, now);
			const mine = generation;
			if (deliverAt !== null) setTimeout(() => mine === generation && send(to, packet), deliverAt - now);
		}
		forward(from, to, direction);
	});
}

process.on('message', ({ link }: { link: Link | null }) => {
	generation++;
	const start = performance.now();
	shapers = link && { up: createShaper(link, start), down: createShaper(link, start) };
	process.send!('ready');
});
process.on('disconnect', () => process.exit());

forward(client, server, 'up');
forward(server, client, 'down');
process.send!('ready');
