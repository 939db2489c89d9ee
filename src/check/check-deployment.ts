import type { Config } from '../config.ts';
import { qualitiesOf } from '../player/core/list-qualities.ts';
import type { CheckArguments } from './arguments.ts';
import { reachOf } from './candidates.ts';
import type { Deployment } from './deployment.ts';
import { checkExtras } from './extras.ts';
import { checkFiles } from './files.ts';
import { createRules, GROUPS, type Group, type Result } from './finding.ts';
import { createHttpClient } from './http-client.ts';
import { checkImages } from './images.ts';
import { checkOddRequests, judgeApi } from './judge-api.ts';
import { judgeCertificates, judgeHosts, lookAtHosts } from './judge-hosts.ts';
import { judgePolicies } from './judge-policy.ts';
import { judgeEarlyStream, judgePreconnect } from './judge-preconnect.ts';
import { apiBase, createPageCalls, lookAtApi, readLive } from './look-at-api.ts';
import { checkMember } from './member.ts';
import { judgePage, openPage, type PageFacts } from './page.ts';
import { installPageGlobals, type PageGlobals } from './page-globals.ts';
import { createGuideReader } from '../safe/guide.ts';
import { createRedact } from './redact.ts';
import { checkReplay } from './replay.ts';
import { checkSharing } from './sharing.ts';
import { checkStreams } from './streams.ts';
import { catchWeriftRejections } from './werift-rejections.ts';

/** Milliseconds. */
const TIMES = {
	// Leaves time to report within a minute.
	all: 56_000,
	/** Until an answer kept by a cache has an age. */
	age: 1_100,
	/** For ICE and DTLS. */
	connect: 8_000,
	/** Of media of each quality. */
	media: 10_000,
};
const REQUESTS = 160;

/** See {@link TIMES}. */
export type CheckTimes = typeof TIMES;

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

/** Checks a deployment from outside. Rejects with an `HttpError` where the page cannot be reached. */
export async function checkDeployment(options: CheckOptions): Promise<Result[]> {
	const { visit, url, ca, requests = REQUESTS, groups = GROUPS, onProgress = () => {} } = options;
	const times = { ...TIMES, ...options.times };
	const signal = AbortSignal.timeout(times.all);
	const http = createHttpClient({ limit: requests, signal, strict: !!visit.token, ca });
	const results: Result[] = [];
	const rules = Object.fromEntries(GROUPS.map((group) => [group, createRules(group, results)])) as Deployment['rules'];
	const stop = catchWeriftRejections();
	let globals: PageGlobals | undefined;
	try {
		onProgress('page');
		const isWhole = groups.includes('page');
		const page = await openPage(http, url, isWhole);
		const config = judgePage(rules.page, page);
		if (isWhole && page.html.status === 200 && page.facts.config !== undefined)
			await checkFiles(rules.page, http, page, times.age);
		if (config) {
			const secure = page.url.protocol === 'https:' || reachOf(page.url.hostname) === 0;
			globals = installPageGlobals(http, page.url, secure);
			const known = { http, globals, page: page.url, config, rules, times, signal, onProgress };
			await checkRest(known, page, secure, { ...options, groups });
		}
		judgeCertificates(rules.page, http.certificates, Date.now());
		judgeHosts(rules.page, await lookAtHosts(http.hosts));
		if (signal.aborted)
			rules.page.note('time', [
				'A minute was too short to look at everything.',
				'Try it from a machine with a faster connection.',
			]);
		if (http.isUsedUp())
			rules.page.note('requests', [
				`${requests} requests were too few to look at everything.`,
				'Correct what is found, and try it again.',
			]);
		const { signKey, token, tokens = {} } = config?.api ?? ({} as Partial<Config['api']>);
		const redact = createRedact([visit.token, signKey, token, ...Object.values(tokens)]);
		return sorted(results, groups).map((one) => ({ ...one, message: redact(one.message), fix: redact(one.fix) }));
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

/** Checks what the configuration leads to: API, streams, replay, sharing, and what the page has to know of them. */
async function checkRest(
	known: Omit<Deployment, 'calls' | 'live' | 'raw'>,
	page: PageFacts,
	secure: boolean,
	{ visit, write, groups }: Required<Pick<CheckOptions, 'visit' | 'write' | 'groups'>>,
): Promise<void> {
	const { config, globals, rules } = known;
	const anonymous = { ...visit, userId: '', token: '' };
	const calls = createPageCalls({ ...config.api, base: apiBase(config.api.base, page.url) }, anonymous);
	known.onProgress('API');
	const facts = await lookAtApi(globals, calls, anonymous);
	const signed = secure && !!config.api.signKey;
	judgeApi(rules.api, facts, calls.config, page.url, signed);
	if (facts.live) await checkOddRequests(rules.api, globals, calls, anonymous, signed);
	const { live = readLive({}, config.api.fields) } = facts;
	const deployment: Deployment = { ...known, calls, live, raw: facts.raw };
	if (visit.token) await checkMember(deployment, visit, write);
	const hasReplay = live.playbackUrl || live.playbackQualities[0];
	const recordings = hasReplay ? qualitiesOf({ ...live, status: 3 }, config) : [];
	const named = recordings[0]?.address === live.playbackUrl ? String(facts.raw.playbackUrl) : '';
	const { snapshot } = createGuideReader(config.api.fields)(live);
	const shown = { coverImg: live.poster, headPic: live.headPic, snapshot, 'an image of the news': facts.newsImage };
	const missing = groups.includes('api') ? checkImages(deployment, shown) : Promise.resolve([]);
	const checks: Partial<Record<Group, () => Promise<void>>> = {
		page: () => checkExtras(deployment),
		stream: () => checkStreams(deployment, !!recordings.length),
		replay: () => checkReplay(deployment, recordings, named),
		sharing: async () => checkSharing(deployment, page.facts.shareImage, await missing),
	};
	await Promise.all([missing, ...groups.map((group) => checks[group]?.())]);
	judgePolicies(rules.page, page, config, live);
	judgePreconnect(rules.page, page.url, config, live);
	judgeEarlyStream(rules.page, config, live, visit.id);
}
