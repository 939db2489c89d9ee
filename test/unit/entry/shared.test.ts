import '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as envelope from '../../../src/api/envelope.ts';
import * as live from '../../../src/api/fetch-live.ts';
import * as signRequest from '../../../src/api/sign-request.ts';
import { bootShared, headShared } from '../../../src/entry/shared.ts';
import { SHARED_MODULES } from '../../../src/entry/shared-modules.mjs';
import * as loadScript from '../../../src/network/load-script.ts';
import * as retryAfter from '../../../src/rts/play/retry-after.ts';
import * as attempt from '../../../src/player/core/attempt.ts';
import * as draft from '../../../src/player/core/draft.ts';
import * as player from '../../../src/player/core/transition.ts';
import * as play from '../../../src/rts/play/play.ts';
import * as source from '../../../src/player/core/source.ts';
import * as fields from '../../../src/safe/fields.ts';
import * as url from '../../../src/safe/url.ts';
import * as visit from '../../../src/visit/visit.ts';

const it = suite('shared functions');
const SHARED: Record<string, unknown> = { ...headShared, ...bootShared };
const MODULES: Record<string, Record<string, unknown>> = {
	'api/envelope.ts': envelope,
	'api/fetch-live.ts': live,
	'api/sign-request.ts': signRequest,
	'load-script.ts': loadScript,
	'rts/play/retry-after.ts': retryAfter,
	'player/core/attempt.ts': attempt,
	'player/core/draft.ts': draft,
	'player/core/transition.ts': player,
	'player/core/source.ts': source,
	'rts/play/play.ts': play,
	'safe/fields.ts': fields,
	'safe/url.ts': url,
	'visit/visit.ts': visit,
};

it('should be named by module for the build', () => {
	assert.equal(Object.values(SHARED_MODULES).flat().sort(), Object.keys(SHARED).sort());
	assert.equal(Object.keys(SHARED_MODULES).sort(), Object.keys(MODULES).sort());
});

for (const [file, names] of Object.entries(SHARED_MODULES))
	it(`should be the exports of ${file}`, () => {
		for (const name of names) {
			assert.type(SHARED[name], 'function');
			assert.is(MODULES[file]![name], SHARED[name], name);
		}
	});

it('should each be in one of the two scripts', () => {
	assert.equal(
		Object.keys(headShared).filter((name) => name in bootShared),
		[],
	);
});

it.run();
