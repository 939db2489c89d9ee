import { suite } from 'uvu';
import { POLICY } from '../../support/policy.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { connecting, refresh, reload, rulesOf, waiting } from '../../support/player-rules.ts';

const it = suite('player: Retry-After');
const should = rulesOf(it);

const reason = ErrorCode.ERROR_HTTPREQUEST_ERROR;
const refusal = (retryAfter?: number) => Object.assign(rtsError(reason, 'full'), { retryAfter });
const refused = { ...waiting, error: refusal(20_000), failure: 'connection' } as const;

should('retry no sooner than the server demands, and one by one', {
	from: connecting,
	event: { type: 'failed', reason, error: refusal(1000) },
	to: { status: 'reconnecting', failure: '', timer: { delay: 1500 + POLICY.maxRefreshDelay / 2 } },
	commands: [refresh],
});
should('offer a button where the server demands a long wait', {
	from: connecting,
	event: { type: 'failed', reason, error: refusal(20_000) },
	to: { status: 'reconnecting', failure: 'connection', timer: { delay: 20_500 + POLICY.maxRefreshDelay / 2 } },
	commands: [refresh],
});
should('retry soon where it demands nothing', {
	from: connecting,
	event: { type: 'failed', reason, error: refusal() },
	to: { failure: '', timer: { delay: POLICY.retryDelay } },
	commands: [refresh],
});
should('not retry earlier when online again', { from: refused, event: { type: 'online' } });
should('not retry earlier when restored', { from: refused, event: { type: 'restored' } });
should('not retry earlier when shown', { from: refused, event: { type: 'visible' } });
should('retry when shown once that time is over', {
	from: { ...refused, timer: null },
	event: { type: 'visible' },
	to: { attempting: true },
	commands: reload(),
});

it.run();
