/** What one page requests of a recording's host that fails, and knows of why. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { open } from '../../support/open-recording.ts';
import { withFakeTimers } from '../../support/player.ts';

const it = suite('storms of a recording');
withFakeTimers(it);

/** Four qualities of which a script reads all, nothing, or not the part that was requested. */
const HOSTS = {
	'can be read': {},
	'lets no script read it': { isOpaque: true },
	'sends whole files': { isWhole: true },
};

for (const [host, properties] of Object.entries(HOSTS))
	for (const state of ['failing', 'opaque', 'broken', 'refused'])
		for (const seconds of [0, 8])
			it(`should send ten requests a minute at most to a host that ${host} and is ${state} after ${seconds} s`, async () => {
				// The shortest delays.
				Math.random = () => 0;
				const opened = open();
				const { video, link, calls, pass, server, stop } = opened;
				Object.assign(server, properties);
				await pass(seconds);
				server.state = state;
				if (seconds) video.currentTime = 100;
				const counts: [files: number, calls: number][] = [];
				for (let minute = 0; minute < 4; minute++) {
					const [files, lives] = [link.requests.length, calls.length];
					await pass(60);
					counts.push([link.requests.length - files, calls.length - lives]);
				}
				stop();
				if (process.env.SHOW) console.log(host, state, seconds, JSON.stringify(counts));
				assert.ok(
					counts.flat().every((count) => count <= 10),
					JSON.stringify(counts),
				);
				assert.ok(Math.max(...counts[3]!) <= 4, JSON.stringify(counts));
			});

for (const [host, properties] of Object.entries(HOSTS))
	it(`should send ten requests a minute at most to a host that ${host} and fails, though somebody taps 重试 every second`, async () => {
		const { link, pass, server, stop, player } = open();
		Object.assign(server, properties, { state: 'failing' });
		for (const minute of [1, 2]) {
			const { length } = link.requests;
			for (let second = 0; second < 60; second++) {
				await pass(1);
				player.retry();
			}
			assert.ok(link.requests.length - length <= 10, `${link.requests.length - length} in minute ${minute}`);
		}
		stop();
	});

for (const [state, cause] of [
	['failing', 502],
	['refused', 403],
	['broken', 'network'],
	['opaque', 'opaque'],
] as const)
	it(`should know why nothing comes of a server that is ${state}, by its status where that can be read`, async () => {
		const { player, apply, pass, stop } = open();
		apply({ type: 'server', state });
		await pass(20);
		stop();
		const { error, recording } = player.state;
		assert.is(error ? error.status : recording!.failing, cause);
	});

it.run();
