import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../support/run-file.ts';
import { compressFolder } from './compress.ts';
import { buildPeer } from './peer-build.ts';

export type RowName = 'page' | 'peer' | 'floor';

/** One of the things compared. */
export interface Row {
	name: RowName;
	title: string;
	/** Address after the host. */
	path: string;
	/** It has tabs and a picture to wait for. */
	alive: boolean;
	/** Writes what is served into a folder. */
	build(folder: string): Promise<unknown>;
}

/** The page as `npm start` builds it. */
const buildPage = (folder: string) =>
	promisify(execFile)(process.execPath, ['build.mjs', '--config', 'test/origin/demo.json', '--out', folder], {
		cwd: root,
	});

/** A page with nothing in it: what link and browser cost. */
async function buildFloor(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await cp(fileURLToPath(new URL('floor/index.html', import.meta.url)), join(folder, 'index.html'));
	await compressFolder(folder);
}

export const ROWS: Row[] = [
	{ name: 'page', title: 'this page', path: '/?id=1', alive: true, build: buildPage },
	{ name: 'peer', title: 'react-dom, axios, vendor SDK', path: '/?id=1', alive: true, build: buildPeer },
	{ name: 'floor', title: 'empty HTML', path: '/', alive: false, build: buildFloor },
];
