import '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as envelope from '../../../src/api/envelope.ts';
import * as live from '../../../src/api/live.ts';
import * as signRequest from '../../../src/api/sign-request.ts';
import { bootShared, headShared } from '../../../src/entry/shared.ts';
import { SHARED_MODULES } from '../../../src/entry/shared-modules.mjs';
import * as loadScript from '../../../src/load-script.ts';
import * as fields from '../../../src/safe/fields.ts';
import * as url from '../../../src/safe/url.ts';

const it = suite('shared functions');
const shared: Record<string, unknown> = { ...headShared, ...bootShared };
/** The modules of the table. */
const MODULES: Record<string, object> = {
	'api/envelope.ts': envelope,
	'api/live.ts': live,
	'api/sign-request.ts': signRequest,
	'load-script.ts': loadScript,
	'safe/fields.ts': fields,
	'safe/url.ts': url,
};

it('should be named by module for the build', () => {
	assert.equal(Object.values(SHARED_MODULES).flat().sort(), Object.keys(shared).sort());
});

for (const [file, names] of Object.entries(SHARED_MODULES))
	it(`should be exports of ${file}`, () => {
		const module = MODULES[file] as Record<string, unknown>;
		for (const name of names) assert.is(module[name], shared[name], name);
	});

it('should each be in one of the two scripts', () => {
	assert.equal(
		Object.keys(headShared).filter((name) => name in bootShared),
		[],
	);
});

it.run();
