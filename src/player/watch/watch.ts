/** Everything observed, as one record: samples, replies, frames, the element, the network. */
import { isAnswer } from '../../network/failure.ts';
import { saysOffline } from '../../network/online.ts';
import type { PlayedStream } from '../core/media-client.ts';
import type { Sample } from '../../rts/play/sample.ts';
import type { createElement } from '../act/element.ts';
import type { TrialConnection } from '../act/trial-connection.ts';
import type { PlayerEvent } from '../core/draft.ts';
import { createCounters, createLag, createTimes, latestRate, readTotals } from './counters.ts';
import type { Seen, Surroundings, TotalsAt } from './seen.ts';
import { createUnseen } from './unseen.ts';

interface WatchOptions {
	video: HTMLVideoElement;
	element: ReturnType<typeof createElement>;
	trial: Pick<TrialConnection, 'sample' | 'stream'>;
	savesData: () => boolean;
}

/** Milliseconds without media in which servers may end a session: 5 s from the viewer's last packet are common. */
const SESSION_GAP = 2500;

/** Milliseconds over which the rate of what plays is taken. */
const RATE_WINDOW = 2000;

/** Decay of the longest round trip per sample, every 200 ms; it halves in 35 s. */
const FADING = 0.996;

/** Milliseconds offline after which arriving data was not in flight. */
const IN_FLIGHT = 3000;

/** Whether an event means that something has arrived. */
export const isReply = (event: PlayerEvent): boolean =>
	['alive', 'canplay', 'refreshed', 'trialAnswered'].includes(event.type) ||
	(event.type === 'measured' && event.kbps > 0) ||
	('error' in event && isAnswer(event.error));

/** Whether a connection was ever made: what fails before is the network's fault, whatever the stream. */
const isConnected = (stream: PlayedStream | undefined): boolean =>
	!!stream && (!stream.pc || /^(co|d)/.test(stream.pc.iceConnectionState));

/** Milliseconds by which a sample lengthens the span of media at most: two intervals of samples. */
const MAX_SPAN_STEP = 400;

const totalsOf = (sample: Sample): TotalsAt => ({ now: sample.time, totals: readTotals(sample) });

/** Creates the observer of a player. A recording is observed by its element alone. */
export function createWatch({ video, element, trial: beside, savesData }: WatchOptions) {
	const readCounters = createCounters(video);
	const timeCounters = createTimes();
	let latest = totalsOf(element.connection().sample);
	let samples: TotalsAt[] = [];
	let lagOf = createLag();
	let roundTrip = 0;
	let [measured, outageTrip]: (number | undefined)[] = [];
	let mediaAt = Infinity;
	/** `SeenPlaying.span` */
	let span = 0;
	let resumedAt = -Infinity;
	/** Of the silence before that. */
	let gap = 0;
	/** The element has had something. Engines hold it back in a tab that was opened behind another one. */
	let hasLoaded = false;
	let aliveAt = performance.now();
	/** Of the first call since then; 0: none. */
	let calledAt = 0;
	let connection = 0;
	let trial: TotalsAt | null = null;
	let seenTrial: Sample | undefined;
	let offlineAt = 0;
	/** The browser says offline, and is not. */
	let isStuck = false;
	const readUnseen = createUnseen(video);

	function onAlive(): void {
		aliveAt = performance.now();
		calledAt = 0;
	}

	/** Takes a sample of what plays: frames go on in an outage while there are some buffered. */
	function onSample(sample: Sample): void {
		const last = latest;
		latest = totalsOf(sample);
		const { now, totals } = latest;
		if (totals.roundTrip !== measured) {
			measured = totals.roundTrip;
			outageTrip = now - measured! < resumedAt ? measured : 0;
		}
		// One that was under way in an outage has lasted as long as that.
		if (totals.roundTrip === outageTrip) totals.roundTrip = undefined;
		roundTrip = Math.max(roundTrip * FADING, totals.roundTrip || 0);
		const { generation } = element.connection();
		const isNew = generation !== connection;
		if (isNew) {
			samples = [];
			lagOf = createLag();
			span = 0;
		}
		connection = generation;
		if (sample.end) totals.lag = lagOf(now, sample.end);
		samples = samples.filter((each) => now - each.now <= RATE_WINDOW).concat(latest);
		if (totals.bytes === last.totals.bytes) return;
		// A busy page samples late, and what is sent again comes late.
		if (!isNew && last.totals.bytes) span += Math.min(now - last.now, MAX_SPAN_STEP);
		if (now - mediaAt >= SESSION_GAP) [resumedAt, gap] = [now, now - mediaAt];
		mediaAt = now;
		onAlive();
	}

	/** Whether the browser is offline. `onLine` may be stuck: one that receives is online. */
	function checkOffline(now: number, received: boolean): boolean {
		if (!saysOffline()) {
			isStuck = false;
			offlineAt = 0;
			return false;
		}
		offlineAt = offlineAt || now;
		if (received && now - offlineAt > IN_FLIGHT) isStuck = true;
		return !isStuck;
	}

	return {
		onSample,
		/** The API has been called. */
		onCall: () => (calledAt = calledAt || performance.now()),
		/** Returns the record at an event. */
		see(surroundings: Surroundings, event: PlayerEvent): Seen {
			const { now, hidden } = surroundings;
			hasLoaded = hasLoaded || video.readyState > 0;
			const { generation, received: stream, sample } = element.connection();
			// A new connection has no samples yet.
			if (!sample.time) latest = totalsOf(sample);
			const counters = readCounters(latest.totals, generation, isConnected(stream));
			const { silence, empty, received, video: seenVideo } = timeCounters(now, counters, hidden);
			const before = trial ? trial.totals.bytes : 0;
			const last = seenTrial;
			seenTrial = beside.sample();
			if (seenTrial !== last) trial = seenTrial ? totalsOf(seenTrial) : null;
			// With statistics, samples count bytes.
			if ((received && !sample.time) || isReply(event) || (trial && trial.totals.bytes > before)) onAlive();
			return Object.freeze(
				Object.assign({}, surroundings, {
					playing: {
						connection: generation,
						latest,
						kbps: samples[0] && now - mediaAt <= RATE_WINDOW ? latestRate(samples, RATE_WINDOW) : 0,
						silence,
						span: sample.time && !sample.report ? Infinity : generation === connection ? span : 0,
						empty,
						resumed: now - resumedAt,
						gap,
						paused: counters.paused,
					},
					trial,
					trialConnects: !!beside.stream() && !isConnected(beside.stream()),
					unseen: readUnseen(now, hidden),
					muted: surroundings.muted || (hidden && !hasLoaded),
					savesData: savesData(),
					video: Object.assign(seenVideo, {
						absent: !!stream && !!stream.mediaStream && !stream.mediaStream.getVideoTracks()[0],
					}),
					link: {
						offline: checkOffline(now, received || event.type === 'refreshed'),
						roundTrip,
						quiet: now - aliveAt,
						unanswered: calledAt ? now - calledAt : 0,
					},
				}),
			);
		},
	};
}

/** Adds a listener; returns a function that removes it. */
function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
	target.addEventListener(type, listener);
	return () => target.removeEventListener(type, listener);
}

/** Reports a shown or restored page, and a changed network. Returns the cleanup. */
export function watchPage(dispatch: (event: PlayerEvent) => void): () => void {
	const onShown = ({ persisted }: Event & { persisted?: boolean }) =>
		dispatch({ type: persisted ? 'restored' : 'visible' });
	const cleanups = [listen(document, 'visibilitychange', onShown), listen(window, 'pageshow', onShown)];
	// Chromium; also of another rate.
	const { connection } = navigator as { connection?: Partial<EventTarget> };
	if (connection && connection.addEventListener)
		cleanups.push(listen(connection as EventTarget, 'change', () => dispatch({ type: 'alive' })));
	return () => cleanups.forEach((cleanup) => cleanup());
}
