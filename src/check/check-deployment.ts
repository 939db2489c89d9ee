import type { Live } from '../api/live.ts';
import type { Config } from '../config.ts';
import { qualitiesOf } from '../player/core/list-qualities.ts';
import { isLive } from '../player/core/source.ts';
import type { CheckArguments } from './arguments.ts';
import { reachOf } from './candidates.ts';
import { createRules, GROUPS, type Group, type Result } from './finding.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { judgeApi } from './judge-api.ts';
import { judgeImages } from './judge-images.ts';
import { judgeEmbedder, judgePolicies } from './judge-policy.ts';
import { judgeEarlyStream, judgePreconnect } from './judge-preconnect.ts';
import { lookAtImages } from './look-at-images.ts';
import { judgeMember } from './judge-member.ts';
import { judgeCertificates, judgeHosts, lookAtHosts } from './judge-hosts.ts';
import { judgePage } from './judge-page.ts';
import { judgeReplay } from './judge-replay.ts';
import { judgeSharing } from './judge-sharing.ts';
import { asNotes, judgeStatus } from './judge-status.ts';
import { judgeStreams } from './judge-stream.ts';
import { judgeExtras, lookAtExtras } from './look-at-extras.ts';
import { apiBase, createPageCalls, lookAtApi, readLive } from './look-at-api.ts';
import { lookAtMember } from './look-at-member.ts';
import { lookAtPage, type PageFacts } from './look-at-page.ts';
import { lookAtReplay } from './look-at-replay.ts';
import { lookAtSharing } from './look-at-sharing.ts';
import { lookAtFallback, lookAtStreams } from './look-at-stream.ts';
import { installPageGlobals, type PageGlobals } from './page-globals.ts';
import type { StreamOptions } from './play-stream.ts';
import { createRedact } from './redact.ts';
import { catchWeriftRejections } from './werift-rejections.ts';

/** Milliseconds. */
export interface CheckTimes {
	all: number;
	/** Until an answer kept by a cache has an age. */
	age: number;
	/** For ICE and DTLS. */
	connect: number;
	/** Of media of each quality. */
	media: number;
}

/** The deployment to check, and the limits of the check. */
interface CheckOptions extends Pick<CheckArguments, 'url' | 'visit' | 'write'> {
	/** By default all. */
	groups?: Group[];
	times?: Partial<CheckTimes>;
	requests?: number;
	/** Additional authority of certificates. */
	ca?: string;
	onProgress?(text: string): void;
}

const TIMES: CheckTimes = {
	// Leaves time to report within a minute.
	all: 56_000,
	age: 1_100,
	connect: 8_000,
	media: 10_000,
};
const REQUESTS = 160;

/** Checks a deployment from outside. Rejects with an `HttpError` where the page cannot be reached. */
export async function checkDeployment(options: CheckOptions): Promise<Result[]> {
	const { visit, url, ca, requests = REQUESTS, groups = GROUPS, onProgress = () => {} } = options;
	const times = { ...TIMES, ...options.times };
	const signal = AbortSignal.timeout(times.all);
	const http = createHttpClient({ limit: requests, signal, strict: !!visit.token, ca });
	const stop = catchWeriftRejections();
	let globals: PageGlobals | undefined;
	try {
		onProgress('page');
		const page = await lookAtPage(http, url, times.age, groups.includes('page'));
		const { results, config } = judgePage(page);
		const found = [results];
		if (config.config) {
			const secure = page.url.protocol === 'https:' || reachOf(page.url.hostname) === 0;
			globals = installPageGlobals(http, page.url, secure);
			found.push(
				await checkRest(page, config.config, globals, { ...options, onProgress, http, signal, secure, times }),
			);
		}
		found.push(
			judgeCertificates(http.certificates, Date.now()),
			await lookAtHosts(http.hosts).then(judgeHosts),
			judgeLimits(http, signal, requests),
		);
		const { api } = config.config ?? { api: undefined };
		const redact = createRedact([visit.token, api?.signKey, api?.token, ...Object.values(api?.tokens ?? {})]);
		return sorted(found.flat(), groups).map((one) => ({ ...one, message: redact(one.message), fix: redact(one.fix) }));
	} finally {
		globals?.restore();
		stop();
		http.close();
	}
}

/** One result of each kind and sentence, by group. */
function sorted(results: Result[], groups: Group[]): Result[] {
	const seen = new Set<string>();
	return groups.flatMap((group) =>
		results.filter((result) => {
			const key = result.level + result.message;
			if (result.group !== group || seen.has(key)) return false;
			return seen.add(key);
		}),
	);
}

type RestOptions = CheckOptions & Pick<StreamOptions, 'http' | 'times' | 'signal' | 'onProgress'> & { secure: boolean };

/** Checks API, streams, replay and sharing. */
async function checkRest(
	page: PageFacts,
	config: Config,
	globals: PageGlobals,
	options: RestOptions,
): Promise<Result[]> {
	const { http, visit, write, secure, signal, onProgress, times, groups = GROUPS } = options;
	const api = { ...config.api, base: apiBase(config.api.base, page.url) };
	const anonymous = { ...visit, userId: '', token: '' };
	const calls = createPageCalls(api, anonymous);
	onProgress('API');
	const facts = await lookAtApi(globals, calls, anonymous);
	const results = [judgeApi(facts, api, page.url, secure)];
	if (visit.token) {
		const isModerator = config.moderators.includes(visit.userId);
		const member = createPageCalls(api, visit);
		const unknown = createPageCalls(api, { ...visit, token: `check-${Date.now().toString(36)}` });
		const may = await lookAtMember(globals, member, unknown, visit, facts.live?.oss ?? '', write && isModerator);
		results.push(judgeMember(may, write, isModerator));
	}
	const { live = readLive({}, config.api.fields) } = facts;
	const onStream = { http, globals, page: page.url, config, times, signal, onProgress };
	const sharing = { http, globals, calls, page: page.url, config, live, htmlImage: page.facts.shareImage };
	const recordings = hasReplay(live) ? qualitiesOf({ ...live, status: 3 }, config) : [];
	const named = recordings[0]?.address === live.playbackUrl ? String(facts.raw.playbackUrl) : '';
	const shown = { coverImg: live.poster, headPic: live.headPic, 'an image of the news': facts.newsImage };
	const [card, replay, streams, fallback, images] = await Promise.all([
		groups.includes('sharing') ? lookAtSharing(sharing) : undefined,
		groups.includes('replay') ? lookAtReplay(http, page.url, named, recordings) : [],
		groups.includes('stream') && hasStream(live) ? lookAtStreams({ ...live, status: 1 }, onStream) : [],
		groups.includes('stream') && hasStream(live) ? lookAtFallback({ ...live, status: 1 }, onStream) : [],
		groups.includes('api') ? lookAtImages(http, page.url, Object.entries(shown)) : [],
	]);
	const failed = images.filter(({ exchange }) => !exchange || exchange.status > 299).map(({ url }) => url);
	if (card) {
		// Of those `judgeImages` speaks.
		card.images = card.images.filter(({ url }) => !failed.includes(url));
		results.push(judgeSharing(card, config.app, Date.now()));
	}
	results.push(judgeReplay(replay, page.url, Date.now()));
	const onStreams = judgeStreams(streams, page.url, fallback);
	results.push(judgeStatus(facts.live, streams, replay), isLive(live.status) ? onStreams : asNotes(onStreams));
	results.push(judgeImages(images, page.url));
	const embedded = [
		...images.map(({ field, exchange }) => ({ what: field, exchange })),
		...replay.map(({ exchange }) => ({ what: 'the replay', exchange })),
		...streams.filter(({ kind }) => kind === 'url').map(({ exchange }) => ({ what: 'the stream', exchange })),
	];
	results.push(
		groups.includes('page') ? judgeExtras(await lookAtExtras(http, page.url, config), config) : [],
		judgePolicies(page, config, facts.live),
		judgeEmbedder(page, embedded),
		judgePreconnect(page.url, config, facts.live),
		judgeEarlyStream(config, facts.live, visit.id),
	);
	return results.flat();
}

const hasReplay = ({ playbackUrl, playbackQualities }: Live): boolean => !!(playbackUrl || playbackQualities[0]);

const hasStream = (live: Live): boolean => live.status !== 3 && !!(live.originRts || live.qualities[0]);

/** Says what was not looked at. */
function judgeLimits(client: HttpClient, signal: AbortSignal, requests: number): Result[] {
	const { results, note } = createRules('page');
	if (signal.aborted)
		note('time', ['A minute was too short to look at everything.', 'Try it from a machine with a faster connection.']);
	if (client.isUsedUp())
		note('requests', [
			`${requests} requests were too few to look at everything.`,
			'Correct what is found, and try it again.',
		]);
	return results;
}
