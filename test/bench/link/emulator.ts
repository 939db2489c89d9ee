/**
 * A process that carries IP packets between two TUN devices as a mobile link would. It is a process of its own so that nothing
 * else delays a packet. Arguments: the names of the client's and the server's device. Over IPC it receives an `EmulatorCommand`
 * and replies to each with an `EmulatorReply`.
 */
import { read, writeSync } from 'node:fs';
import type { Link } from '../links.ts';
import { createShaper, seededRandom, type Shaper } from './shaper.ts';
import { openTun } from './tun.ts';

/** Sets the link: null carries every packet at once. Packets under way are dropped, counters start anew. */
export interface EmulatorCommand {
	link: Link | null;
	seed: number;
}

/** Counts since the last command. */
export interface EmulatorReply {
	carried: number;
	lost: number;
	/** Dropped because the queue was full. */
	overflowed: number;
}

/** Largest packet of a TUN device with the default MTU. */
const PACKET_SIZE = 1500;

const [clientDevice = '', serverDevice = ''] = process.argv.slice(2);
const client = openTun(clientDevice);
const server = openTun(serverDevice);

let generation = 0;
let counts: EmulatorReply = { carried: 0, lost: 0, overflowed: 0 };
let shapers: { up: Shaper; down: Shaper } | null = null;

function send(to: number, packet: Buffer): void {
	try {
		writeSync(to, packet);
		counts.carried++;
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
			const verdict = shapers[direction].enqueue(bytes, now);
			if ('dropped' in verdict) counts[verdict.dropped === 'loss' ? 'lost' : 'overflowed']++;
			else {
				const mine = generation;
				setTimeout(() => mine === generation && send(to, packet), verdict.deliverAt - now);
			}
		}
		forward(from, to, direction);
	});
}

process.on('message', ({ link, seed }: EmulatorCommand) => {
	generation++;
	const reply = counts;
	counts = { carried: 0, lost: 0, overflowed: 0 };
	const start = performance.now();
	shapers = link && {
		up: createShaper(link, seededRandom(seed), start),
		down: createShaper(link, seededRandom(seed + 1), start),
	};
	process.send!(reply);
});
process.on('disconnect', () => process.exit());

forward(client, server, 'up');
forward(server, client, 'down');
process.send!({ carried: 0, lost: 0, overflowed: 0 } satisfies EmulatorReply);
