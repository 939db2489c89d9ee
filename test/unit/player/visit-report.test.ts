import { mock } from 'node:test';
import * as assert from 'uvu/assert';
import type { ListedQuality } from '../../../src/player/core/source.ts';
import { INITIAL_STATE, type PlayerState, type RecordingFailure } from '../../../src/player/core/state.ts';
import { createVisitReport, type VisitReportOptions } from '../../../src/player/report/visit-report.ts';
import { rtsError, statusError } from '../../../src/rts/play/errors.ts';
import { suiteInFakeBrowser } from '../../support/fake-browser.ts';

const it = suiteInFakeBrowser('visit report');

const STREAM: ListedQuality = { name: '高清', kbps: 1130, address: 'artc://h/live/a', audioOnly: false };
const qualitiesOf = (...all: Partial<ListedQuality>[]) =>
	all.map((each) => ({ ...STREAM, ...each })) as unknown as PlayerState['qualities'];
const STATS = new Map<string, unknown>([
	['p', { id: 'p', type: 'candidate-pair', nominated: true, bytesReceived: 9, localCandidateId: 'c' }],
	['c', { id: 'c', type: 'local-candidate', protocol: 'tcp' }],
]);

/** A visit whose player the test moves; `reports` has the fields of each report. */
function follow(state: Partial<PlayerState> = {}, options: Partial<VisitReportOptions> = {}, about = {}) {
	const reports: Record<string, string>[] = [];
	const queries: string[] = [];
	const video = { videoWidth: 0, currentTime: 0, srcObject: {}, paused: false } as unknown as HTMLVideoElement;
	const listeners = new Set<(state: PlayerState) => void>();
	const player = {
		state: { ...INITIAL_STATE, qualities: qualitiesOf({}, { kbps: 400 }), ...state },
		video,
		listeners,
		policy: { whep: '' },
		element: { connection: () => ({ sample: { report: STATS } }) },
	} as unknown as VisitReportOptions['player'];
	const stop = createVisitReport({
		player,
		id: '1',
		about,
		firstFrame: undefined,
		live: Promise.resolve(),
		send(query) {
			queries.push(query);
			reports.push(Object.fromEntries(new URLSearchParams(query)));
		},
		...options,
	});
	const set = (changes: Partial<PlayerState>) => {
		(player as { state: PlayerState }).state = { ...player.state, ...changes };
		listeners.forEach((listener) => listener(player.state));
	};
	return {
		reports,
		queries,
		set,
		stop,
		video: video as { -readonly [K in keyof HTMLVideoElement]: HTMLVideoElement[K] },
	};
}

it('should say when the first frame came, what played and stood, and go on from there', async (browser) => {
	const opened = performance.now();
	const readings = mock.method(STATS, 'forEach');
	const { reports, set, video, stop } = follow({ status: 'connecting' }, {}, { 'lp-u': 'chrome140' });
	await browser.pass(2000);
	set({ status: 'playing', startedAt: 1 });
	await browser.pass(1000);
	video.videoWidth = 640;
	await browser.pass(10_000);
	set({ status: 'stalled' });
	await browser.pass(3000);
	set({ status: 'playing', quality: 1 });
	await browser.pass(5000);
	browser.hide();
	assert.is(reports.length, 1);
	const { msd, ...rest } = reports[0]!;
	assert.is(Number(msd) - opened, 3500);
	assert.equal(rest, {
		...{ sn: '0', e: 'b', sta: 'p', st: 'l', 'lp-f': 'artc', 'lp-p': '15000', bsd: '3000', 'lp-s': '1' },
		...{ 'lp-q': '1130-10000.400-5000', 'lp-k': 'artc', 'lp-t': 'tcp', 'lp-u': 'chrome140', cid: '1' },
	});
	await browser.pass(70_000);
	browser.hide(false);
	await browser.pass(4000);
	browser.fire('pagehide');
	assert.equal(reports[1], {
		...{ sn: '1', e: 'ps', sta: 'p', st: 'l', 'lp-p': '4000', bsd: '0', 'lp-s': '0', 'lp-q': '400-4000' },
		...{ 'lp-k': 'artc', 'lp-t': 'tcp', 'lp-u': 'chrome140', cid: '1' },
	});
	stop();
	browser.fire('pagehide');
	assert.is(reports.length, 2);
	assert.is(browser.leftovers(), 0);
	assert.is(readings.mock.callCount(), 2, 'statistics are read for a report alone');
});

it('should count an exit before the start, and none of its waiting as a stall', async (browser) => {
	const { reports, set } = follow({ status: 'cover' });
	await browser.pass(500);
	browser.hide();
	set({ status: 'connecting' });
	await browser.pass(40_000);
	set({ status: 'reconnecting' });
	await browser.pass(40_000);
	browser.fire('pagehide');
	const seen = reports.map(({ msd, sta, bsd, 'lp-a': before }) => [msd, sta, bsd, before]);
	assert.equal(seen, [
		['-1', 'w', '0', undefined],
		['-1', 's', '0', 'w'],
	]);
});

it('should send one report a minute, and lose nothing of what played', async (browser) => {
	const { reports, set, video } = follow();
	video.videoWidth = 640;
	set({ status: 'playing', startedAt: 1 });
	for (let seconds = 0; seconds < 150; seconds += 10) {
		browser.hide();
		browser.hide(false);
		await browser.pass(10_000);
	}
	browser.fire('pagehide');
	const played = reports.map(({ 'lp-p': played }) => Number(played));
	assert.equal(played, [0, 60_000, 60_000]);
});

it('should add what had played before the script came, and the kind of that frame', async (browser) => {
	await browser.pass(5000);
	const firstFrame = { at: performance.now() - 4000, realTime: false };
	const { reports } = follow({ status: 'playing', startedAt: 1 }, { firstFrame });
	browser.fire('pagehide');
	assert.equal([reports[0]!['lp-p'], reports[0]!['lp-f'], reports[0]!['lp-k']], ['4000', 'flv', 'artc']);
});

it('should follow a report that was sent before, and name a start once', async (browser) => {
	const firstFrame = { at: 900, realTime: true };
	for (const [reported, msd] of [
		[0, '900'],
		[1, '900'],
		[2, undefined],
	] as const) {
		const { reports, stop } = follow({ status: 'playing' }, { firstFrame, reported });
		browser.fire('pagehide');
		assert.equal([reports[0]!.sn, reports[0]!.msd], [String(reported), msd]);
		stop();
	}
});

it('should count a recording by its clock: neither a pause nor a seek is a stall', async (browser) => {
	const { reports, set, video } = follow({ qualities: qualitiesOf({ address: 'https://h/a.mp4', kbps: 0 }) });
	Object.assign(video, { srcObject: null, videoWidth: 640 });
	set({ status: 'replay', startedAt: 1, source: { status: 3 } as PlayerState['source'] });
	for (const fields of [{}, { paused: true }, { paused: false, seeking: true }, { seeking: false, stands: true }])
		for (let look = 0; look < 4; look++) {
			Object.assign(video, fields);
			if (!Object.keys(fields)[0]) video.currentTime += 0.5;
			await browser.pass(500);
		}
	browser.fire('pagehide');
	const { 'lp-p': played, bsd, 'lp-s': stills, st, 'lp-k': kind, 'lp-t': transport } = reports[0]!;
	assert.equal([played, bsd, stills, st, kind, transport], ['2000', '2000', '1', 'v', 'file', 'http']);
});

it('should report each failure that is shown, with its code, and one of the detail call', async (browser) => {
	const { reports, set, stop } = follow({ status: 'connecting' });
	set({ status: 'failed', failure: 'unsupported', error: rtsError(10101 as never) });
	set({ picked: '' });
	assert.equal([reports.length, reports[0]!.e, reports[0]!.ec, reports[0]!.sta], [1, 'e', 'unsupported-10101', 'f']);
	await browser.pass(60_000);
	set({ failure: '' });
	set({ failure: 'media', error: undefined as never, reason: 'media' });
	assert.is(reports[1]!.ec, 'media-media');
	stop();
	const refused = follow({}, { live: Promise.reject({ name: 'ApiError', status: 503 }) });
	await browser.pass(0);
	assert.equal([refused.reports[0]!.ec, refused.reports[0]!.sta], ['detail-503', 'f']);
	await browser.pass(60_000);
	refused.video.videoWidth = 640;
	refused.set({ status: 'playing', startedAt: 1 });
	await browser.pass(1000);
	browser.fire('pagehide');
	assert.equal([refused.reports[1]!['lp-a'], refused.reports[1]!.sta], ['f', 'p']);
});

const REFUSED = statusError(10205, 404);
const SILENT = rtsError(10205);
const MEDIA_FAILED = { status: 'failed', failure: 'media', reason: 'media' } as const;
const replayOf = (failing: RecordingFailure | '', state: Partial<PlayerState>): Partial<PlayerState> => ({
	...{ status: 'replay', source: { status: 3 } as PlayerState['source'] },
	recording: { failing } as PlayerState['recording'],
	...state,
});
for (const [what, state, code, shown] of [
	[
		'a stream that is refused',
		{ status: 'reconnecting', failure: 'connection', error: REFUSED },
		'connection-404',
		'f',
	],
	[
		'one that is not reached',
		{ status: 'reconnecting', failure: 'connection', error: SILENT },
		'connection-10205',
		'f',
	],
	['one before the words', { status: 'reconnecting', error: REFUSED }, 'reconnecting-404', 's'],
	['a list that is refused', { status: 'failed', failure: 'media', error: { status: 403 } }, 'media-403', 'f'],
	['a codec', { status: 'playing', startedAt: 1, error: REFUSED, reason: 'undecodable' }, 'playing-undecodable', 's'],
	['a recording that is slow', replayOf('', { reason: 'buffering' }), 'replay-buffering', 's'],
	['one that is refused', replayOf('refused', { error: REFUSED, reason: 'unavailable' }), 'replay-404', 's'],
	['one whose host is not reached', replayOf('network', { reason: 'buffering' }), 'replay-network', 's'],
	['one that no script may read', replayOf('opaque', MEDIA_FAILED), 'media-opaque', 'f'],
	['one that is gone', replayOf('refused', { ...MEDIA_FAILED, error: REFUSED }), 'media-404', 'f'],
	['one that does not play', replayOf('media', MEDIA_FAILED), 'media-media', 'f'],
	['a link', { status: 'connecting' }, undefined, 's'],
] as [string, Partial<PlayerState>, string | undefined, string][])
	it(`should say why nobody has seen a picture: ${what}`, async (browser) => {
		const { reports, set, video } = follow({ status: 'connecting' });
		video.srcObject = null;
		set(state);
		await browser.pass(500);
		// Another attempt, or the end of a recording.
		set({ status: 'idle', reason: '', failure: '', source: null });
		await browser.pass(500);
		browser.fire('pagehide');
		const { ec, sta, 'lp-k': kind, 'lp-t': transport } = reports[0]!;
		assert.equal([reports.length, ec, sta, kind, transport], [1, code, shown, 'artc', undefined]);
	});

it('should keep what nobody would get for the next report', async (browser) => {
	const { reports, set, video } = follow({ status: 'connecting' });
	Object.assign(navigator, { onLine: false });
	set({ status: 'failed', failure: 'offline', reason: 'timeout' });
	browser.hide();
	assert.equal(reports, []);
	Object.assign(navigator, { onLine: true });
	browser.hide(false);
	set({ status: 'playing', failure: '', startedAt: 1 });
	video.videoWidth = 640;
	await browser.pass(2000);
	browser.fire('pagehide');
	const { sn, ec, 'lp-p': played } = reports[0]!;
	assert.equal([reports.length, sn, ec, played], [1, '0', 'offline-timeout', '2000']);
});

it('should have 300 characters at most, of which the id is cut', () => {
	const { queries } = follow({ status: 'playing' }, { id: '中'.repeat(90), live: Promise.reject({ name: 'x' }) });
	return Promise.resolve().then(() => {
		assert.ok(queries[0]!.length <= 300 && queries[0]!.length > 290);
		assert.match(queries[0]!, /&ec=detail-x&cid=(%[0-9A-F]{2})+$/);
	});
});

it.run();
