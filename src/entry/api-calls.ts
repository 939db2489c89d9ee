/** Calls script: all calls but the first, over ky. Loads before the first of them, seconds after the first frame. */
import { createCalls } from '../api/create-calls.ts';

const handoff = window.livePage!;

if (!handoff.calls) {
	const { config, signRequest, visit } = handoff.head;
	handoff.calls = createCalls(config.api, signRequest, visit);
}
