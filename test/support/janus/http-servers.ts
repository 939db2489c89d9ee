import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../free-port.ts';
import { type Janus, ROOM } from './server.ts';

/** Token of viewers and publishers. */
export const TOKEN = 'secret';
/** ICE server in the WHEP server's `Link`. */
export const ICE_SERVER = { uri: 'turn:127.0.0.1:9', username: 'viewer', credential: 'password' };

/** Names of the endpoints of both servers. */
const ENDPOINT = 'stage';

/** Part of `janus-whep-server`. */
interface WhepServer {
	/** Its session with Janus; null while that is gone. */
	janus: { attach(plugin: unknown): Promise<VideoRoom>; connection: { close(): Promise<void> } } | null;
	start(): Promise<void>;
	createEndpoint(endpoint: object): void;
	destroyEndpoint(endpoint: object): Promise<void>;
	getEndpoint(endpoint: object): unknown;
	listSubscribers(): unknown[];
}
interface VideoRoom {
	listParticipants(room: object): Promise<{ participants: { feed: number }[] }>;
	detach(): Promise<void>;
}

/** The WHIP and the WHEP server that Janus' authors wrote, before a Janus. */
export interface JanusHttpServers {
	/** Host and path to publish to. */
	whip: string;
	/** Host and path to play. */
	whep: string;
	/** Method and status of the requests to the WHEP server, without preflights. */
	requests: string[];
	/** Whether something is published, by the WHIP server. */
	published(): Promise<boolean>;
	/** Has the WHEP server play what is published now. */
	offerPublished(): Promise<void>;
	/** Number of viewers, by the WHEP server. */
	viewers(): number;
	/** Whether the WHEP server is connected to Janus. */
	connected(): boolean;
	close(): Promise<void>;
}

/** Starts Debian's `simple-whip-server` with one endpoint. */
async function startWhip(packages: string, janus: Janus) {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}/whip`;
	const config = { janus: { address: janus.address }, port, rest: '/whip' };
	writeFileSync(join(packages, 'config.js'), `module.exports = ${JSON.stringify(config)};`);
	const server: ChildProcess = spawn(process.execPath, ['server.js'], { cwd: packages, stdio: 'ignore' });
	const create = () =>
		fetch(`${url}/create`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ id: ENDPOINT, room: ROOM, token: TOKEN }),
		}).then(
			({ ok }) => ok,
			() => false,
		);
	while (!(await create())) await new Promise((resolve) => setTimeout(resolve, 50));
	return { server, port, url };
}

/** Starts both servers before a Janus that runs. */
export async function startHttpServers(packages: string, janus: Janus): Promise<JanusHttpServers> {
	const require = createRequire(join(packages, 'package.json'));
	const load = (name: string) => import(pathToFileURL(join(packages, 'node_modules', name)).href);
	const [{ JanusWhepServer }, { default: VideoRoomPlugin }, { default: janode }] = await Promise.all(
		['janus-whep-server/src/whep.js', 'janode/src/plugins/videoroom-plugin.js', 'janode/src/janode.js'].map(load),
	);
	janode.Logger.setLevel('none');
	const whip = await startWhip(packages, janus);

	const requests: string[] = [];
	const app = require('express')();
	app.use(({ method }: IncomingMessage, response: ServerResponse, next: () => void) => {
		if (method !== 'OPTIONS') response.once('finish', () => requests.push(`${method} ${response.statusCode}`));
		next();
	});
	const rest = { app, basePath: '/whep' };
	const whep: WhepServer = new JanusWhepServer({ janus, rest, iceServers: [ICE_SERVER], debug: 'err' });
	await whep.start();
	const http: Server = app.listen(0, '127.0.0.1');
	await once(http, 'listening');
	const { port } = http.address() as { port: number };

	return {
		whip: `127.0.0.1:${whip.port}/whip/endpoint/${ENDPOINT}`,
		whep: `127.0.0.1:${port}/whep/endpoint/${ENDPOINT}`,
		requests,
		async published() {
			const [{ enabled }] = (await (await fetch(`${whip.url}/endpoints`)).json()) as [{ enabled: boolean }];
			return enabled;
		},
		async offerPublished() {
			const room = await whep.janus!.attach(VideoRoomPlugin);
			const { participants } = await room.listParticipants({ room: ROOM });
			await room.detach();
			const id = ENDPOINT;
			if (whep.getEndpoint({ id })) await whep.destroyEndpoint({ id });
			whep.createEndpoint({ id, plugin: 'videoroom', room: ROOM, feed: participants.at(-1)!.feed, token: TOKEN });
		},
		viewers: () => whep.listSubscribers().length,
		connected: () => whep.janus !== null,
		async close() {
			// Its own `destroy` throws.
			await whep.janus?.connection.close();
			http.close();
			http.closeAllConnections();
			if (whip.server.exitCode === null && whip.server.kill()) await once(whip.server, 'close');
		},
	};
}
