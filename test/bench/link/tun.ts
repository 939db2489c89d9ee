import { openSync } from 'node:fs';
import koffi from 'koffi';

/** `TUNSETIFF` of `linux/if_tun.h`. */
const SET_INTERFACE = 0x400454ca;
/** `IFF_TUN | IFF_NO_PI`: IP packets without a header of the driver's own. */
const FLAGS = 0x0001 | 0x1000;
/** Size of `struct ifreq`, and where its flags stand. */
const REQUEST_SIZE = 40;
const FLAGS_OFFSET = 16;

/**
 * Creates a TUN device and answers with its file descriptor: each read is one IP packet, each write sends one.
 * The device lives until the descriptor is closed. Linux only, as root.
 * @throws Error when the device cannot be created
 */
export function openTun(name: string): number {
	const ioctl = koffi.load('libc.so.6').func('int ioctl(int fd, unsigned long request, void *argument)');
	const fd = openSync('/dev/net/tun', 'r+');
	const request = Buffer.alloc(REQUEST_SIZE);
	request.write(name, 'ascii');
	request.writeUInt16LE(FLAGS, FLAGS_OFFSET);
	if (ioctl(fd, SET_INTERFACE, request) < 0) throw new Error(`TUN device ${name}: errno ${koffi.errno()}`);
	return fd;
}
