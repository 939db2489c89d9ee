import type { Live } from '../api/complete-live.ts';
import type { Config } from '../config.ts';
import type { Group, Rules } from './finding.ts';
import type { HttpClient } from './http-client.ts';
import type { PageCalls } from './look-at-api.ts';
import type { PageGlobals } from './page-globals.ts';

/** A deployment, and what it is looked at with. */
export interface Deployment {
	http: HttpClient;
	globals: PageGlobals;
	/** Of a visitor without account. */
	calls: PageCalls;
	/** URL of the page. */
	page: URL;
	config: Config;
	/** Empty where the API answers none. */
	live: Live;
	/** The same as it was answered. */
	raw: Record<string, unknown>;
	/** Take the results, by group. */
	rules: Record<Group, Rules>;
	/** Milliseconds for ICE and DTLS, and of media. */
	times: { connect: number; media: number };
	signal: AbortSignal;
	onProgress(text: string): void;
}
