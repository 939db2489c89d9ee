import { mock } from 'node:test';
import { setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReports } from '../../../src/entry/create-reports.ts';
import type { BootHandoff, UsageReport } from '../../../src/entry/handoff.ts';
import { INITIAL_STATE } from '../../../src/player/core/state.ts';

const it = suite('reports script');
it.before(() => mock.timers.enable({ apis: ['setInterval'] }));
it.after(() => mock.timers.reset());

/** Starts the reports of a client; answers with the ids of what was sent, and what it left in the handoff. */
function start(client: object | null) {
	setup({
		userAgent:
			'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36',
	});
	const ids: (string | null)[] = [];
	const times: (string | null)[] = [];
	Object.assign(globalThis, {
		Image: class {
			set src(url: string) {
				const { searchParams } = new URL(url);
				ids.push(searchParams.get('msgid'));
				times.push(searchParams.get('tm'));
			}
		},
	});
	const reports: UsageReport[] = [[150, { err: 10102 }, 1234]];
	const element = { onSample() {} } as unknown as BootHandoff['player']['element'];
	const qualities = [{ name: '', kbps: 0, address: 'artc://h/a', audioOnly: false }];
	const player = { element, state: { ...INITIAL_STATE, status: 'connecting', qualities } };
	const boot = { client, reports, report: () => {}, player } as unknown as BootHandoff;
	createReports(boot, 'https://log.example.com/track');
	return { boot, ids, times, element };
}

it('should report that a client was made, what it has kept with its time, and what follows', () => {
	const { boot, ids, times, element } = start({});
	assert.equal(
		[ids, times],
		[
			['200', '120', '150'],
			['1234', '1234', '1234'],
		],
	);
	assert.equal(boot.reports, []);
	boot.report(125, {});
	boot.report(137, {});
	assert.equal(ids, ['200', '120', '150', '125', '137']);
	// Whichever client plays.
	for (let time = 0; time <= 7000; time += 200) element.onSample({ time, audioBytes: time, videoBytes: 0 });
	assert.is(ids[5], '107');
});

it('should report nothing where there is no client', () => {
	const { boot, ids } = start(null);
	assert.equal(ids, []);
	assert.is(boot.reports.length, 1);
});

it.run();
