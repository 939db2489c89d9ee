import { setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReports } from '../../../src/entry/create-reports.ts';
import type { BootHandoff, UsageReport } from '../../../src/entry/handoff.ts';

const it = suite('reports script');

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
	const element = { sampleListeners: new Set() } as unknown as BootHandoff['player']['element'];
	const boot = { client, reports, report: () => {}, player: { element } } as unknown as BootHandoff;
	createReports(boot, 'https://log.example.com/track');
	return { boot, ids, times, element };
}

it('should report that a client was made, what it has kept with its time, and what follows', () => {
	const { boot, ids, times, element } = start({});
	assert.equal(
		[ids, times],
		[
			['200', '150'],
			['1234', '1234'],
		],
	);
	assert.equal(boot.reports, []);
	boot.report(121, {});
	assert.equal(ids, ['200', '150', '121']);
	// Whichever client plays.
	for (let time = 0; time <= 7000; time += 200)
		element.sampleListeners.forEach((listener) => listener({ time, audioBytes: time, videoBytes: 0 }));
	assert.equal(ids, ['200', '150', '121', '107']);
});

it('should report nothing where there is no client', () => {
	const { boot, ids } = start(null);
	assert.equal(ids, []);
	assert.is(boot.reports.length, 1);
});

it.run();
