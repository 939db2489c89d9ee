/** What one page sends while its servers fail, in the first and in the tenth minute. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playFallback } from '../../../src/player/act/play-fallback.ts';
import { withFallback } from '../../../src/player/rules/fallback.ts';
import { RulesRank } from '../../../src/player/core/rules-rank.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import {
	advance,
	live,
	MEDIA_URL,
	settle,
	setOnline,
	startPlayer,
	STREAM,
	twoQualities,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('storms');
withFakeTimers(it);

type Parts = ReturnType<typeof startPlayer>;

interface Scene {
	source?: PlayerSource;
	/** What becomes of a stream that is requested; by default it is refused with 404. */
	answer?: (parts: Parts, subscription: Parts['client']['subscriptions'][number]) => void;
	/** The API fails, too. */
	isApiGone?: boolean;
	hlsFallback?: boolean;
	/** Media URLs play. */
	plays?: boolean;
	/** Once a second. */
	act?: (parts: Parts) => void;
}

const refuse =
	(status: number, retryAfter = 0): Scene['answer'] =>
	(_, { reject }) =>
		reject(ErrorCode.ERROR_HTTPREQUEST_ERROR, { status, retryAfter });

/** Requests of each of ten minutes: streams and media, calls of the API. */
async function minutes({ source = live(), answer = refuse(404), isApiGone, hlsFallback = false, plays, act }: Scene) {
	const refresh = isApiGone ? () => Promise.reject(new TypeError('Failed to fetch')) : async () => source;
	const parts = startPlayer({ source, status: 'connecting', refresh });
	const { player, video, client, more, loads, refreshes } = parts;
	const config = { whep: '', hlsFallback, hlsPattern: '', hlsReplacement: '' };
	player.addRules(RulesRank.Fallback, ({ rules }) => ({ rules: withFallback(rules) }));
	let wanted = false;
	player.listeners.add(({ failure, attempting }) => {
		const isWanted = !!failure && (!attempting || failure === 'unreachable');
		if (isWanted && !wanted) Promise.resolve().then(() => playFallback(player, config));
		wanted = isWanted;
	});
	const answered = new Set<object>();
	/** Loads of a media URL fail once each. */
	let failed = -1;
	const counts: { streams: number; calls: number }[] = [];
	for (let minute = 0; minute < 10; minute++) {
		const before = [loads.length, refreshes.length] as const;
		for (let quarter = 0; quarter < 240; quarter++) {
			advance(250);
			for (const { subscriptions } of [client, ...more])
				for (const subscription of subscriptions) {
					if (!answered.has(subscription)) answer!(parts, subscription);
					answered.add(subscription);
				}
			const src = video.getAttribute('src');
			if (src && plays) {
				if (player.state.attempting) video.fire('playing');
				video.frames += 5;
			} else if (src && loads.length > failed) {
				failed = loads.length;
				Object.assign(video, { error: { code: 2 } });
				video.fire('error');
			}
			if (act && quarter % 4 === 0) act(parts);
			await settle();
		}
		counts.push({ streams: loads.length - before[0], calls: refreshes.length - before[1] });
	}
	return counts;
}

const withUrl = live({
	qualities: [
		{ name: 'HD', kbps: 1130, address: STREAM },
		{ name: 'Web', kbps: 900, address: MEDIA_URL },
	],
});
/** Some media, then the end. */
const burst: Scene['answer'] = ({ client, video }, { resolve }) => {
	resolve({ play: () => video.fire('playing') } as never);
	client.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	setTimeout(() => client.event('ended'), 100);
};

/** An answer, then no media, until the client gives up. */
const nothing: Scene['answer'] = ({ client }, { resolve, timeout }) => {
	resolve({ play() {} } as never);
	setTimeout(() => client.error(ErrorCode.ERROR_PLAY_FAILED), timeout);
};

/** Nobody answers, which the browser knows at once. */
const unreached: Scene['answer'] = ({ video }, { reject }) => {
	video.moves = false;
	reject(ErrorCode.ERROR_HTTPREQUEST_ERROR);
};

const unconnected: Scene['answer'] = (_, { reject }) => reject(ErrorCode.ERROR_PC_DISCONNECTED);

for (const [what, scene, tenth] of [
	['a stream is not there', {}, 4],
	['its server fails', { answer: refuse(503) }, 4],
	['a stream is not there in any quality', { source: twoQualities }, 4],
	['no connection is made', { answer: unconnected }, 4],
	['it answers and brings nothing', { answer: nothing }, 4],
	['it ends after a moment, again and again', { answer: burst }, 4],
	['the API fails, too', { isApiGone: true }, 10],
	['neither is reached', { answer: unreached, isApiGone: true }, 8],
	['no connection is made, and HLS plays', { answer: unconnected, hlsFallback: true, plays: true }, 4],
	['its HLS fails, too', { hlsFallback: true }, 8],
	['its HLS and the API fail, too', { hlsFallback: true, isApiGone: true }, 10],
	['a media URL among its qualities fails, too', { source: withUrl }, 8],
	['a live at a media URL fails', { source: live({ originRts: MEDIA_URL }) }, 4],
	['somebody taps 重试 every second', { act: ({ player }) => player.retry() }, 10],
	['the network comes and goes every second', { act: () => setOnline(true) }, 10],
] as [string, Scene, number][])
	it(`should send ten requests a minute at most where ${what}`, async () => {
		const counts = await minutes(scene);
		const { act } = scene;
		const [first, last] = [counts[0]!, counts[9]!];
		if (process.env.SHOW) console.log(what, JSON.stringify(counts.map(({ streams, calls }) => `${streams}+${calls}`)));
		for (const { streams, calls } of counts) assert.ok(streams <= 10 && calls <= 10, JSON.stringify(counts));
		assert.ok(first.streams > 0 && last.streams <= tenth && last.calls <= 4, JSON.stringify(counts));
		// One host may have both.
		if (!act) assert.ok(last.streams + last.calls <= 10, JSON.stringify(counts));
	});

// What the browser refuses at once would spend the minute's ten within a quarter of it.
for (const seconds of [10, 20, 30, 45])
	it(`should try again within 23 s after ${seconds} s in which neither stream nor API was reached`, async () => {
		const refresh = () => Promise.reject(new TypeError('Failed to fetch'));
		const parts = startPlayer({ refresh });
		const { client, loads } = parts;
		client.event('ended');
		/** Waits a quarter of a second, in which requests fail. */
		async function fail() {
			const { length } = client.subscriptions;
			advance(250);
			for (const subscription of client.subscriptions.slice(length)) unreached!(parts, subscription);
			await settle();
		}
		for (let quarter = 0; quarter < seconds * 4; quarter++) await fail();
		const { length } = loads;
		let quarters = 0;
		while (loads.length === length && quarters++ < 240) await fail();
		assert.ok(quarters <= 4 * 23, `${quarters / 4} s`);
	});

it.run();
