import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Bytes of a line at most; of a longer one the remainder is left out. */
const MAX_LINE = 16_384;

/** Calls `onLine` with each line of a log, which may be compressed by gzip; `-` is the input. Rejects if it cannot be read. */
export async function readLines(file: string, onLine: (line: string) => void): Promise<void> {
	const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 20 });
	const bytes = file.endsWith('.gz') ? source.pipe(createGunzip()) : source;
	if (bytes !== source) source.on('error', (error: Error) => bytes.destroy(error));
	let remainder = '';
	for await (const chunk of bytes) {
		// All that is read of a line is ASCII.
		const lines = (remainder + (chunk as Buffer).toString('latin1')).split('\n');
		remainder = lines.pop()!.slice(0, MAX_LINE);
		for (const line of lines) onLine(line);
	}
	if (remainder) onLine(remainder);
}
