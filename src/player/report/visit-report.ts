import { saysOffline } from '../../network/online.ts';
import { MAX_SAMPLE_GAP, type Sample } from '../../rts/play/sample.ts';
import type { Player } from '../core/create-player.ts';
import { isHls } from '../core/is-hls.ts';
import { streamOf } from '../core/source.ts';
import type { PlayerState } from '../core/state.ts';
import { isReplay, isSoundOnly } from '../core/status.ts';

/** Milliseconds between looks, and between reports at least. */
const INTERVAL = 500;
const REPORT_INTERVAL = 60_000;
/** Characters of a report's query. */
const MAX_LENGTH = 300;
/** Qualities in a report, those that played longest. */
const MAX_QUALITIES = 4;

type AddressKind = 'artc' | 'whep' | 'flv' | 'mp4' | 'hls' | 'file';

/** The first frame, as it was seen. */
export interface FirstFrame {
	/** Milliseconds since the page was opened. */
	at: number;
	/** By WebRTC. */
	realTime: boolean;
}

/** Options of {@link createVisitReport}. */
export interface VisitReportOptions {
	player: Pick<Player, 'state' | 'video' | 'element' | 'listeners' | 'policy'>;
	/** Of the live. */
	id: string;
	/** Fields that stay as they are. */
	about: Record<string, string>;
	/** Seen before. */
	firstFrame: FirstFrame | undefined;
	/** 1: a report has been sent before; 2: with the first frame. */
	reported?: number | undefined;
	/** The detail call. */
	live: Promise<unknown>;
	send: (query: string) => void;
}

/** States of CMCD (CTA-5004 version 2, `sta`): starting, playing, rebuffering, paused, seeking, ended, failed, waiting. */
type Activity = 's' | 'p' | 'r' | 'a' | 'k' | 'e' | 'f' | 'w';

/** Kind of what plays. What is shown by HTTP before the real-time stream is FLV. */
export function addressKind(state: PlayerState, realTime: boolean, whep: string): AddressKind | '' {
	const { address = '' } = state.qualities[state.quality] || {};
	if (!address) return '';
	const { kind } = streamOf(address, whep);
	const path = address.replace(/[?#].*/, '');
	if (kind !== 'url') return (kind !== 'http' && realTime && kind) || (/mp4$/i.test(path) ? 'mp4' : 'flv');
	if (isHls(address)) return 'hls';
	return !isReplay(state) && /\.mp4$/i.test(path) ? 'mp4' : 'file';
}

/** How a real-time stream travels; '' if unknown. */
function protocolOf(sample: Sample | null): string {
	const entries: Record<string, Record<string, string>> = {};
	let pair: Record<string, string> | undefined;
	if (sample && sample.report)
		sample.report.forEach((entry) => {
			entries[entry.id] = entry;
			if (entry.type === 'candidate-pair' && (entry.nominated || entry.selected) && entry.bytesReceived) pair = entry;
		});
	const { protocol = '' } = (pair && entries[pair.localCandidateId!]) || {};
	return protocol;
}

/** Why nothing plays, or without a picture: the status of an answer, a code or a word. Only failures have an error of theirs. */
function causeOf(state: PlayerState) {
	const { status, error, reason, recording } = state;
	const failing = isReplay(state) && recording && recording.failing;
	const fails = failing || status === 'reconnecting' || status === 'failed';
	return (fails && error && (error.status || error.errorCode)) || failing || reason;
}

/**
 * Reports a visit: when it is hidden or left, and each failure that is shown. Each report has what is new since the last
 * one, and so can be added up (`docs/visits.md`). Returns the cleanup.
 */
export function createVisitReport(options: VisitReportOptions): () => void {
	const { player, id, about, reported = 0, live, send } = options;
	const { video } = player;
	let { firstFrame: first } = options;
	let lookedAt = first ? first.at : performance.now();
	let wasHidden = false;
	let place = 0;
	let activity: Activity = 's';
	let played = 0;
	let still = 0;
	let stills = 0;
	let byQuality: Record<string, number> = {};
	/** The detail call, so that there is nothing to play. */
	let isRefused = false;
	let code = '';
	/** A failure that is shown, with its code. */
	let shown = '';
	/** What has gone wrong last before the first frame, while no failure is shown. */
	let awaited = '';
	let number = reported;
	let sentAt = -REPORT_INTERVAL;
	let hasStart = reported > 1;
	let firstKind: AddressKind | '' = '';
	let kind: AddressKind | '' = '';
	/** Of the latest look, read for a report alone: each reading makes all entries anew. */
	let sample: Sample | null = null;
	/** The activity in the last report. */
	let before: Activity = 's';
	const kindOf = (realTime: boolean) => addressKind(player.state, realTime, player.policy.whep);

	function see(): Activity {
		const { status, startedAt } = player.state;
		if (!first && startedAt && (video.videoWidth || isSoundOnly(player.state)))
			first = { at: performance.now(), realTime: !!video.srcObject };
		if (first) firstKind = firstKind || kindOf(first.realTime);
		if (status === 'failed') return 'f';
		if (status === 'cover') return 'w';
		if (status === 'ended' || video.ended) return 'e';
		if (status === 'blocked' || status === 'paused') return 'a';
		if (status === 'replay') {
			const moves = video.currentTime !== place;
			place = video.currentTime;
			return moves ? 'p' : video.seeking ? 'k' : video.paused ? 'a' : first ? 'r' : 's';
		}
		return first ? (status === 'playing' ? 'p' : 'r') : isRefused || shown ? 'f' : 's';
	}

	function look(gap = MAX_SAMPLE_GAP, isLeft = false): void {
		const now = performance.now();
		const passed = Math.min(now - lookedAt, gap);
		lookedAt = now;
		const last = activity;
		// After leaving, the player is already torn down.
		if (!isLeft) {
			activity = see();
			const cause = causeOf(player.state);
			if (first || shown) awaited = '';
			else if (cause) awaited = `${player.state.status}-${cause}`;
			kind = kindOf(!!video.srcObject || !video.src);
			sample = video.srcObject && player.element.connection().sample;
		}
		if (wasHidden && document.hidden) return;
		wasHidden = document.hidden;
		if (activity === 'p') {
			const { kbps = 0 } = player.state.qualities[player.state.quality] || {};
			played += passed;
			byQuality[kbps] = (byQuality[kbps] || 0) + passed;
		} else if (activity === 'r') {
			still += passed;
			if (last !== 'r') stills++;
		}
	}

	function report(event: 'ps' | 'b' | 'e'): void {
		look(MAX_SAMPLE_GAP, event === 'ps');
		// What is new then comes with the next one.
		if (performance.now() - sentAt < REPORT_INTERVAL || saysOffline()) return;
		sentAt = performance.now();
		const fields: Record<string, string | number> = Object.assign(
			{ sn: number++, e: event, sta: activity, st: isReplay(player.state) ? 'v' : 'l' },
			hasStart ? {} : { msd: first ? Math.round(first.at) : -1, 'lp-a': number > 1 ? before : '', 'lp-f': firstKind },
			{
				'lp-p': Math.round(played),
				bsd: Math.round(still),
				'lp-s': stills,
				'lp-q': Object.keys(byQuality)
					.sort((a, b) => byQuality[b]! - byQuality[a]!)
					.slice(0, MAX_QUALITIES)
					.map((kbps) => `${kbps}-${Math.round(byQuality[kbps]!)}`)
					.join('.'),
				'lp-k': kind,
				'lp-t': kind === 'artc' || kind === 'whep' ? protocolOf(sample) : kind && 'http',
				ec: code || awaited,
			},
			about,
			{ cid: id },
		);
		hasStart = !!first;
		before = activity;
		played = still = stills = 0;
		byQuality = {};
		code = '';
		const query = Object.keys(fields)
			.filter((name) => fields[name] !== '')
			.map((name) => `${name}=${encodeURIComponent(fields[name]!)}`)
			.join('&');
		// Only the id can be too long; it comes last.
		send(query.slice(0, MAX_LENGTH).replace(/%\w?$/, ''));
	}

	/** Reports words that no others have followed. */
	function fail(words: string): void {
		if (words === shown) return;
		shown = words;
		if (!words) return;
		code = words;
		report('e');
	}
	function onState(): void {
		const { failure } = player.state;
		fail(failure && `${failure}-${causeOf(player.state)}`);
	}
	const onHidden = () => document.hidden && report('b');
	const onLeave = () => report('ps');

	live.catch(({ name, status }) => {
		isRefused = true;
		fail(`detail-${status || name}`);
	});
	player.listeners.add(onState);
	onState();
	// For what played before this script.
	look(Infinity);
	const timer = setInterval(() => look(), INTERVAL);
	document.addEventListener('visibilitychange', onHidden);
	addEventListener('pagehide', onLeave);
	return () => {
		clearInterval(timer);
		player.listeners.delete(onState);
		document.removeEventListener('visibilitychange', onHidden);
		removeEventListener('pagehide', onLeave);
	};
}
