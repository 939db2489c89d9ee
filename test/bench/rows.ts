import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble, compile, readConfig } from '../../build.mjs';
import { root } from '../support/root.ts';
import { compressFolder } from './compress.ts';
import { buildPeer } from './peer-build.ts';

export type RowName = 'page' | 'onehost' | 'second' | 'peer' | 'floor' | 'qualities';

/** One of the things compared. */
export interface Row {
	name: RowName;
	title: string;
	/** Path and query of its URL. */
	path: string;
	/** Name of the stream in the broadcast's address; the page that can choose derives the lower ones from it. */
	stream: string;
	/** kB of each of three photographs in the description, on the API's host; absent: the demonstration's description. */
	photos?: number;
	/** It has tabs and a stream to wait for. */
	hasVideo: boolean;
	/** API and stream server are on the page's host. */
	oneHost?: boolean;
	/** Measure a second visit with the same browser. */
	second?: boolean;
	/** Writes what is served into a folder; `hosts` are the URLs of API and stream server, empty on one host. */
	build(folder: string, hosts: Hosts): Promise<unknown>;
}

/** URLs of the hosts beside the page's, without a slash at the end; empty: the page's own. */
export interface Hosts {
	api: string;
	stream: string;
}

/** Builds the page as `npm start` does, with the hosts of a deployment; without qualities it plays the same stream as the peer. */
async function buildPage(folder: string, { api, stream }: Hosts, qualities = false): Promise<void> {
	const config = await readConfig(join(root, 'test/origin/demo.json'));
	if (!qualities) config.rts.qualities = [];
	config.api.base = api;
	config.rts.preconnect = stream ? [stream] : [];
	await assemble(await compile(), config, folder);
}

/** A page with nothing in it: what link and browser cost. */
async function buildFloor(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await cp(fileURLToPath(new URL('floor/index.html', import.meta.url)), join(folder, 'index.html'));
	await compressFolder(folder);
}

const PAGE = {
	title: 'this page',
	path: '/?id=1',
	stream: 'demo_sd',
	hasVideo: true,
	build: (folder: string, hosts: Hosts) => buildPage(folder, hosts),
};
const PEER: Row = {
	...PAGE,
	name: 'peer',
	title: 'react-dom, axios, vendor SDK',
	build: (folder, { api }) => buildPeer(folder, api),
};

/** Pages to load, all with the stream of 400 kbit/s alone. */
export const ROWS: Row[] = [
	{ ...PAGE, name: 'page' },
	{ ...PAGE, name: 'second', title: 'this page, second visit', second: true },
	{ ...PAGE, name: 'onehost', title: 'this page, one host', oneHost: true },
	PEER,
	{ ...PAGE, name: 'floor', title: 'empty HTML', path: '/', hasVideo: false, build: buildFloor },
];

/** Pages to watch: one choosing among 1,130, 400 and 130 kbit/s, and both with 400 kbit/s alone. */
export const WATCHED_ROWS: Row[] = [
	{
		...PAGE,
		name: 'qualities',
		title: 'this page, qualities',
		stream: 'demo',
		build: (folder, hosts) => buildPage(folder, hosts, true),
	},
	{ ...PAGE, name: 'page', title: 'this page, one stream' },
	{ ...PEER, title: 'vendor SDK, one stream' },
];
