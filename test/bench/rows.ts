import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble, compile, readConfig } from '../../build.mjs';
import type { Config } from '../../src/config.ts';
import { root } from '../support/root.ts';
import { API, DOMAIN, PAGE as PAGE_HOST, STREAM } from './link/network.ts';
import { linkVisitor } from './link/visitor.ts';
import { buildPeer } from './peer-build.ts';
import type { Visitor } from './visit.ts';

/** One of the things compared. */
export interface Row {
	name: string;
	title: string;
	/** Name of the stream in the broadcast's address, and the broadcast's id; the page that can choose derives the lower ones from it. */
	stream: string;
	/** File of the recording in place of the stream: the only one that the peer knows. */
	recording?: string;
	/** Added to the address. */
	query?: string;
	/** By HTTP/1.1. */
	http1?: boolean;
	/** Goes to ten places of the recording once it plays. */
	seeks?: boolean;
	/** Measure a second visit with the same browser. */
	second?: boolean;
	/** Writes what is served into a folder. */
	build(folder: string): Promise<unknown>;
}

export interface Built extends Row {
	folder: string;
}

/** Builds the page as `npm start` does, with the hosts of a deployment; without qualities it plays the same stream as the peer. */
async function buildPage(folder: string, rts: Partial<Config['rts']> = { qualities: [] }, api = API): Promise<void> {
	const config = await readConfig(join(root, 'test/origin/demo.json'));
	config.api.base = api;
	Object.assign(config.rts, { preconnect: [STREAM] }, rts);
	await assemble(await compile(), config, folder);
}

const PAGE: Row = { name: 'page', title: 'this page', stream: 'demo_sd', build: (folder) => buildPage(folder) };
const PEER: Row = { ...PAGE, name: 'peer', title: 'react-dom, axios, vendor SDK', build: buildPeer };

/** The stream's address follows from the live's id. */
const CONFIGURED = { qualities: [], stream: `artc://stream.${DOMAIN}/live/{id}` };

/** The stream of 130 kbit/s. */
const FIRST = '/live/demo_ld.flv?{id}';

/** Pages to load, all with the stream of 400 kbit/s alone. */
export const ROWS: Row[] = [
	PAGE,
	{
		...PAGE,
		name: 'api',
		title: "this page, API on the page's host",
		build: (folder) => buildPage(folder, undefined, ''),
	},
	{ ...PAGE, name: 'stream', title: 'this page, `rts.stream`', build: (folder) => buildPage(folder, CONFIGURED) },
	{
		...PAGE,
		name: 'signal',
		title: "the same, signalling through the page's host",
		// Takes every path that names a stream, as a route of the page's host would.
		build: (folder) => buildPage(folder, { ...CONFIGURED, signal: PAGE_HOST, preconnect: [] }),
	},
	{ ...PAGE, name: 'second', title: 'this page, second visit', second: true },
	{
		...PAGE,
		name: 'first-public',
		title: "known stream, `rts.public`, picture through the page's host",
		build: (folder) => buildPage(folder, { ...CONFIGURED, first: FIRST, public: true }),
	},
	{
		...PAGE,
		name: 'first',
		title: 'the same, shown after the answer',
		build: (folder) => buildPage(folder, { ...CONFIGURED, first: FIRST }),
	},
	{
		...PAGE,
		name: 'first-stream',
		title: "known stream, `rts.public`, picture through the stream's host",
		build: (folder) => buildPage(folder, { ...CONFIGURED, first: STREAM + FIRST, public: true }),
	},
	{
		...PAGE,
		name: 'first-api',
		title: "known stream, shown after the answer, API on the page's host",
		build: (folder) => buildPage(folder, { ...CONFIGURED, first: FIRST }, ''),
	},
	{
		...PAGE,
		name: 'first-answer',
		title: 'unknown stream, the address is in the answer',
		build: (folder) => buildPage(folder, { qualities: [], first: '/live/{stream}_ld.flv' }),
	},
	PEER,
];

/** Pages to watch: one choosing among 1,130, 400 and 130 kbit/s, and both with 400 kbit/s alone. */
export const WATCHED_ROWS: Row[] = [
	{ name: 'qualities', title: 'this page, qualities', stream: 'demo', build: (folder) => buildPage(folder, {}) },
	{ ...PAGE, title: 'this page, one stream' },
	{ ...PEER, title: 'vendor SDK, one stream' },
];

/** Builds the page without hls.js, so that the engine plays HLS. */
async function buildWithoutHls(folder: string): Promise<void> {
	await buildPage(folder);
	for (const name of await readdir(folder)) if (/^hls\./.test(name)) await rm(join(folder, name));
}

/**
 * Replays to watch: the page choosing among 1,173, 443 and 173 kbit/s, of files of two minutes and of an hour, of HLS, and
 * of HLS that the engine plays; and the peer with one file.
 */
export const REPLAY_ROWS: Row[] = [
	{ ...PAGE, name: 'recordings', title: 'this page, three files', recording: 'recording.mp4' },
	{ ...PAGE, name: 'hls', title: 'this page, HLS', recording: 'recording.m3u8' },
	{
		...PAGE,
		name: 'hls-engine',
		title: 'this page, HLS by the engine',
		recording: 'recording.m3u8',
		build: buildWithoutHls,
	},
	{ ...PAGE, name: 'hour', title: 'this page, three files of an hour', recording: 'hour.mp4' },
	{ ...PAGE, name: 'hour-last', title: 'the same, index last', recording: 'hour_last.mp4' },
	{ ...PAGE, name: 'hour-2400', title: 'the same, from 40:00', recording: 'hour.mp4', query: '&t=2400' },
	{ ...PAGE, name: 'hour-http1', title: 'the same by HTTP/1.1', recording: 'hour.mp4', http1: true },
	{ ...PAGE, name: 'hour-seeks', title: 'the same, ten seeks', recording: 'hour.mp4', seeks: true },
	{ ...PEER, name: 'peer-hour', title: 'one file of an hour, 443 kbit/s', recording: 'hour_sd.mp4' },
	{ ...PEER, name: 'peer-1173', title: 'one file of 1,173 kbit/s', recording: 'recording.mp4' },
	{ ...PEER, name: 'peer-443', title: 'one file of 443 kbit/s', recording: 'recording_sd.mp4' },
];

/** Builds the rows and does something with them and a visitor; everything is closed and removed afterwards. */
export async function withRows(rows: Row[], act: (visitor: Visitor, built: Built[]) => Promise<void>): Promise<void> {
	const visitor = await linkVisitor();
	const folder = await mkdtemp(join(tmpdir(), 'live-page-bench-'));
	try {
		const built = rows.map((row) => ({ ...row, folder: join(folder, row.name) }));
		for (const row of built) await row.build(row.folder);
		await act(visitor, built);
	} finally {
		visitor.close();
		await rm(folder, { recursive: true, force: true });
	}
}
