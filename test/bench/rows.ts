import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble, compile, readConfig } from '../../build.mjs';
import { root } from '../support/root.ts';
import { compressFolder } from './compress.ts';
import { buildPeer } from './peer-build.ts';

export type RowName = 'page' | 'onehost' | 'second' | 'peer' | 'floor';

/** One of the things compared. */
export interface Row {
	name: RowName;
	title: string;
	/** Path and query of its URL. */
	path: string;
	/** It has tabs and a stream to wait for. */
	hasVideo: boolean;
	/** API and stream server are on the page's host. */
	oneHost?: boolean;
	/** What is measured is a second visit with the same browser. */
	second?: boolean;
	/** Writes what is served into a folder; `hosts` are the URLs of API and stream server, empty on one host. */
	build(folder: string, hosts: Hosts): Promise<unknown>;
}

/** URLs of the hosts beside the page's, without a slash at the end; empty: the page's own. */
export interface Hosts {
	api: string;
	stream: string;
}

/** The page as `npm start` builds it, with the hosts of a deployment. */
async function buildPage(folder: string, { api, stream }: Hosts): Promise<void> {
	const config = await readConfig(join(root, 'test/origin/demo.json'));
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

export const ROWS: Row[] = [
	{ name: 'page', title: 'this page', path: '/?id=1', hasVideo: true, build: buildPage },
	{ name: 'second', title: 'this page, second visit', path: '/?id=1', hasVideo: true, second: true, build: buildPage },
	{ name: 'onehost', title: 'this page, one host', path: '/?id=1', hasVideo: true, oneHost: true, build: buildPage },
	{
		name: 'peer',
		title: 'react-dom, axios, vendor SDK',
		path: '/?id=1',
		hasVideo: true,
		build: (folder, { api }) => buildPeer(folder, api),
	},
	{ name: 'floor', title: 'empty HTML', path: '/', hasVideo: false, build: buildFloor },
];
