import { readFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { demo } from './demo-config.ts';
import { builtPage } from './built-page.ts';

/** A proxy in front of the origin that sends the document of a configuration piece by piece. */
export async function openSlowDocument(origin: string, config: object = demo) {
	const html = readFileSync(join(builtPage(config), 'index.html'), 'utf8');
	let document: ServerResponse | undefined;
	let sent = 0;
	const server = createServer((incoming, outgoing) => {
		if (incoming.url!.startsWith('/?')) {
			document = outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
			return document.flushHeaders();
		}
		const { method, url, headers } = incoming;
		incoming.pipe(
			request(new URL(url!, origin), { method, headers }, (answer) => {
				outgoing.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(outgoing);
			}).on('error', () => outgoing.destroy()),
		);
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Sends the document up to a text, or to its end. */
		send(upTo?: string) {
			const end = upTo ? html.indexOf(upTo) : html.length;
			if (end < 0) throw new Error(`the document has no ${upTo}`);
			document!.write(html.slice(sent, end));
			sent = end;
			if (!upTo) document!.end();
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
