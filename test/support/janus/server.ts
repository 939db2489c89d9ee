import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Plugins and transports that no test uses. */
const DISABLED = {
	plugins: 'audiobridge duktape echotest lua nosip recordplay sip streaming textroom videocall voicemail',
	transports: 'mqtt nanomsg pfunix rabbitmq',
};

/** The room of its VideoRoom plugin. */
export const ROOM = 1;

/** A Janus (https://janus.conf.meetecho.com) with configuration files and ports of its own. */
export interface Janus {
	/** Address of its WebSocket interface. */
	address: string;
	/** Starts it, also again after `kill`. Rejects with its output when it ends at once. */
	start(): Promise<void>;
	/** Ends it at once: its peers are not told. */
	kill(): Promise<void>;
	/** Ends it and removes its files. */
	close(): Promise<void>;
}

/** Makes a Janus that is yet to be started, from its program. */
export async function createJanus(program: string): Promise<Janus> {
	const folder = temporaryFolder('janus');
	const [http, webSocket] = [await freePort(), await freePort()];
	const libraries = (names: string) => names.replace(/\w+/g, 'libjanus_$&.so').replaceAll(' ', ',');
	const files = {
		'janus.jcfg': `general: { debug_level = 3, debug_colors = false }
			nat: { ice_lite = true }
			plugins: { disable = "${libraries(DISABLED.plugins)}" }
			transports: { disable = "${libraries(DISABLED.transports)}" }`,
		'janus.transport.http.jcfg': `general: { http = true, port = ${http}, ip = "127.0.0.1" }`,
		'janus.transport.websockets.jcfg': `general: { ws = true, ws_port = ${webSocket}, ws_ip = "127.0.0.1" }`,
		'janus.plugin.videoroom.jcfg': `room-${ROOM}: { publishers = 2, audiocodec = "opus", videocodec = "h264" }`,
	};
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);

	let server: ChildProcess | undefined;
	const kill = async () => {
		if (server?.exitCode === null && server.kill('SIGKILL')) await once(server, 'close');
		server = undefined;
	};
	const reachable = () =>
		fetch(`http://127.0.0.1:${http}/janus/info`).then(
			({ ok }) => ok,
			() => false,
		);
	return {
		address: `ws://127.0.0.1:${webSocket}`,
		async start() {
			let output = '';
			server = spawn(program, ['-F', folder, '-C', join(folder, 'janus.jcfg')]);
			for (const stream of [server.stdout!, server.stderr!])
				stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-5000)));
			while (server.exitCode === null && !(await reachable())) await new Promise((resolve) => setTimeout(resolve, 50));
			if (server.exitCode !== null) throw new Error(`Janus ended: ${output}`);
		},
		kill,
		close: kill,
	};
}
