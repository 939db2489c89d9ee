import type { Config } from '../config.ts';
import type { Calls } from './create-calls.ts';
import type { CallFailure } from './explain.ts';
import { type LiveAnswer, fetchLive } from './fetch-live.ts';
import { LIVE_PATH } from './live-path.ts';
import { type Live, completeLive } from './complete-live.ts';
import type { SignRequest } from './sign-request.ts';

/** Calls of spec §7. The live is fetched once a call; all others come with a later script (`create-calls.ts`). */
export interface Api extends Omit<Calls, 'explain'> {
	fetchLive(): Promise<Live>;
	/** Reads the rest of an answer, such as that of the head script. */
	readLive(answer: Promise<LiveAnswer>): Promise<Live>;
}

interface ApiOptions {
	config: Config['api'];
	signRequest: SignRequest;
	visit: { id: string };
	/** Loads the calls after the first flight. May reject; asked again until it has come. */
	loadCalls(): Promise<Calls>;
}

/** Creates the calls. */
export function createApi({ config, signRequest, visit: { id }, loadCalls }: ApiOptions): Api {
	const later = <Name extends keyof Calls>(name: Name) =>
		(async (...values: unknown[]) =>
			((await loadCalls())[name] as (...values: unknown[]) => unknown)(...values)) as Calls[Name];

	async function explained(error: CallFailure): Promise<never> {
		const explaining = loadCalls().then(
			({ explain }) => explain(error, LIVE_PATH),
			() => error,
		);
		// Others than the API may have sent these.
		throw error.name === 'SyntaxError' || error.status === 404 ? await explaining : error;
	}

	const readLive = (answer: Promise<LiveAnswer>) => answer.then(completeLive, explained);
	return {
		fetchLive: () => readLive(fetchLive(config, signRequest, id)),
		readLive,
		fetchComments: later('fetchComments'),
		fetchNews: later('fetchNews'),
		fetchChatTotal: later('fetchChatTotal'),
		saveChat: later('saveChat'),
		deleteComment: later('deleteComment'),
		call: later('call'),
	};
}
