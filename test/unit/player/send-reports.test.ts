import { mock } from 'node:test';
import { setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INITIAL_STATE } from '../../../src/player/core/state.ts';
import type { Player } from '../../../src/player/core/create-player.ts';
import { type Send, sendReports, type UsageReport } from '../../../src/player/report/report-watching.ts';

const it = suite('send reports');
it.before(() => mock.timers.enable({ apis: ['setInterval'] }));
it.after(() => mock.timers.reset());

/** Starts the reports; answers with the ids of what was sent, and what takes later ones. */
function start(reports: UsageReport[]) {
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
	const element = { sampleListeners: new Set() } as unknown as Player['element'];
	let send!: Send;
	const qualities = [{ name: '', kbps: 0, address: 'artc://h/a', audioOnly: false }];
	const state = { ...INITIAL_STATE, status: 'connecting' as const, qualities };
	sendReports({ element, state }, (next) => ((send = next), reports), 'https://log.example.com/track');
	return { send, ids, times, element };
}

it('should report that a client was made, what it has kept with its time, and what follows', () => {
	const { send, ids, times, element } = start([[150, { err: 10102 }, 1234]]);
	assert.equal([ids.join(), times.join()], ['200,120,150', '1234,1234,1234']);
	send(125, {}, 5678);
	send(137, {}, 5678);
	assert.equal(ids, ['200', '120', '150', '125', '137']);
	// Whichever client plays.
	for (let time = 0; time <= 7000; time += 200)
		element.sampleListeners.forEach((listen) => listen({ time, audioBytes: time, videoBytes: 0 }));
	assert.is(ids[5], '107');
});

it.run();
