import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble, compile, readConfig } from '../../build.mjs';
import { root } from '../support/run-file.ts';
import { compressFolder } from './compress.ts';
import { buildPeer } from './peer-build.ts';

export type RowName = 'page' | 'peer' | 'floor';

/** One of the things compared. */
export interface Row {
	name: RowName;
	title: string;
	/** Path and query after the host. */
	path: string;
	/** It has tabs and a video to wait for. */
	hasVideo: boolean;
	/** Writes what is served into a folder. */
	build(folder: string): Promise<unknown>;
}

/** The page as `npm start` builds it. */
const buildPage = async (folder: string) =>
	assemble(await compile(), await readConfig(join(root, 'test/origin/demo.json')), folder);

/** A page with nothing in it: what link and browser cost. */
async function buildFloor(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await cp(fileURLToPath(new URL('floor/index.html', import.meta.url)), join(folder, 'index.html'));
	await compressFolder(folder);
}

export const ROWS: Row[] = [
	{ name: 'page', title: 'this page', path: '/?id=1', hasVideo: true, build: buildPage },
	{ name: 'peer', title: 'react-dom, axios, vendor SDK', path: '/?id=1', hasVideo: true, build: buildPeer },
	{ name: 'floor', title: 'empty HTML', path: '/', hasVideo: false, build: buildFloor },
];
