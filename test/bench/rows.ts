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

/** Our page with other settings of streams, or at another address of the API. */
const page = (name: string, title: string, rts?: Partial<Config['rts']>, api?: string): Row => ({
	...{ name, title, stream: 'demo_sd' },
	build: (folder) => buildPage(folder, rts, api),
});
const PAGE = page('page', 'this page');
const PEER: Row = { ...PAGE, name: 'peer', title: 'react-dom, axios, vendor SDK', build: buildPeer };

/** The stream's address follows from the live's id. */
const CONFIGURED = { qualities: [], stream: `artc://stream.${DOMAIN}/live/{id}` };
/** The stream of 130 kbit/s. */
const PICTURE = '/live/demo_ld.flv?{id}';
const FIRST = { ...CONFIGURED, first: PICTURE };
const ELSEWHERE = { ...CONFIGURED, first: STREAM + PICTURE, public: true };
const UNKNOWN = { qualities: [], first: '/live/{stream}_ld.flv' };

/** Pages to load, all with the stream of 400 kbit/s alone. */
export const ROWS: Row[] = [
	PAGE,
	page('api', "this page, API on the page's host", undefined, ''),
	page('stream', 'this page, `rts.stream`', CONFIGURED),
	// Takes every path that names a stream, as a route of the page's host would.
	page('signal', "the same, signalling through the page's host", { ...CONFIGURED, signal: PAGE_HOST, preconnect: [] }),
	{ ...PAGE, name: 'second', title: 'this page, second visit', second: true },
	page('first-public', "known stream, `rts.public`, picture through the page's host", { ...FIRST, public: true }),
	page('first', 'the same, shown after the answer', FIRST),
	page('first-stream', "known stream, `rts.public`, picture through the stream's host", ELSEWHERE),
	page('first-api', "known stream, shown after the answer, API on the page's host", FIRST, ''),
	page('first-answer', 'unknown stream, the address is in the answer', UNKNOWN),
	PEER,
];

/** Pages to watch: one choosing among 1,130, 400 and 130 kbit/s, and both with 400 kbit/s alone. */
export const WATCHED_ROWS: Row[] = [
	{ ...page('qualities', 'this page, qualities', {}), stream: 'demo' },
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
	{ ...page('hls-engine', 'this page, HLS by the engine'), recording: 'recording.m3u8', build: buildWithoutHls },
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
