/** The player of recordings over any sequence of what link, server, viewer and page may do. */
import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { owedNames } from '../../../src/player/core/owed.ts';
import { after, heal, step } from '../../support/open-recording.ts';
import { withFakeTimers } from '../../support/player.ts';
import { runs } from '../../support/runs.ts';

const it = suite('player: any sequence around a recording');
withFakeTimers(it);

const host = fc.constantFrom({}, {}, { isOpaque: true }, { isWhole: true });

it('should play on within a minute once all is well, where it was, what is picked, whatever came before', () =>
	fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 12 }), host, async (steps, host) => {
			const opened = await after(steps, host);
			const { player, video, known, pass, stop, place } = opened;
			const left = place();
			heal(opened);
			void video.play();
			await pass(1);
			const hadFailed = player.state.status === 'failed';
			await pass(74);
			// What has failed for long waits for the viewer.
			if (player.state.status === 'failed' && hadFailed) player.retry();
			await pass(15);
			const before = video.currentTime;
			await pass(5);
			stop();
			assert.ok(known.knownRate() > 0 || player.state.recording!.way === 'address');
			const { status, reason, picked, qualities, quality, owed } = player.state;
			assert.equal([status, reason], ['replay', '']);
			assert.ok(video.currentTime > before + 4, `${before} to ${video.currentTime}`);
			assert.ok(before > left + 2, `${left} to ${before}`);
			if (picked && !owedNames(owed).includes(picked)) assert.is(qualities[quality]!.name, picked);
			if (!/^blob:/.test(video.src)) assert.is(video.src, qualities[quality]!.address);
		}),
		{ numRuns: runs(80) },
	));

it('should request at most ten addresses a minute of a server that refuses, breaks or brings nothing, after anything', () =>
	fc.assert(
		fc.asyncProperty(
			fc.array(step, { maxLength: 8 }),
			fc.constantFrom('refused', 'broken', 'opaque', 'spoilt', 'silent'),
			host,
			async (steps, state, host) => {
				const opened = await after(steps, host);
				const { link, server, calls, pass, stop, player } = opened;
				heal(opened);
				if (state === 'silent') link.kbps = 0;
				else server.state = state;
				if (player.state.status === 'failed') player.retry();
				await pass(20);
				const before = [link.requests.length, calls.length] as const;
				await pass(60);
				stop();
				const requests = link.requests.length - before[0] + calls.length - before[1];
				assert.ok(requests <= 10, `${requests}`);
			},
		),
		{ numRuns: runs(30) },
	));

it.run();
