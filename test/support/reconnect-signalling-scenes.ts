import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { Fault } from '../origin/faults.ts';
import { movement } from './picture.ts';
import { attempts, connections, counting, GRACE, seesRecovery, untilMoving } from './reconnect.ts';
import type { sideBySide } from './scenarios.ts';
import { until } from './until.ts';

/** A protocol in the scenes shared by all. */
export interface Protocol {
	/** The live that is played by it, and the stream of that. */
	id: number;
	stream: string;
	/** Prefix of its requests' paths. */
	path: string;
	/** An answer that no browser takes. */
	wrongAnswer: Pick<Fault, 'status' | 'body' | 'contentType'>;
}

/** Waits until the page says that it reconnects. @throws with what it says instead */
export async function isReconnecting(page: Page): Promise<void> {
	const message = page.getByText(/正在重(新连接|连)…/).first();
	await message.waitFor().catch(async (error: Error) => {
		throw new Error(`${error.message}\nOver the video: ${await page.locator('.stage').innerText()}`);
	});
}

/** Adds the tests of replies that cannot be used or stay away, and of late ones. */
export function addSignallingScenes(
	scenario: ReturnType<typeof sideBySide>,
	{ id, stream, path, wrongAnswer }: Protocol,
): void {
	const query = `?id=${id}`;
	const endpoint = path + stream;

	for (const [what, fault] of [
		['garbage', { body: '<html>', contentType: 'text/html' }],
		['an answer that is none', wrongAnswer],
	] as const)
		scenario(
			`should play within 3 s of signalling being back after ${what}`,
			async ({ origin, visit, problems }) => {
				origin.setFault({ path, times: -1, ...fault });
				const page = await visit(query, counting);
				await isReconnecting(page);
				await until(() => attempts(origin, endpoint) > 1);
				origin.setFault({ path, times: 0 });
				await seesRecovery(page);
				assert.ok((await movement(page)) > 1);
				assert.equal(problems, []);
			},
			{ retryDelay: 400 },
		);

	scenario(
		'should play after signalling that hangs',
		async ({ origin, visit }) => {
			origin.setFault({ path, hang: true });
			const page = await visit(query, counting);
			// The attempt that hangs ends at its time limit; the one after it succeeds.
			await seesRecovery(page, 2000 + GRACE);
		},
		{ playTimeout: 2000, latencyFactor: 0 },
	);

	scenario("should play after the browser's stop button has ended signalling", async ({ origin, visit }) => {
		origin.setFault({ path, hang: true });
		const page = await visit(query, counting);
		await until(() => attempts(origin, endpoint) > 0, 'an offer');
		await page.evaluate(() => stop());
		await seesRecovery(page);
	});

	scenario(
		'should give a stream more time on a slow connection',
		async ({ origin, visit }) => {
			origin.setFault({ path: '/juvenile/api/live/detail', delayMs: 2000 });
			origin.setFault({ path, delayMs: 2500 });
			const page = await visit(query);
			await untilMoving(page);
			assert.is(attempts(origin, endpoint), 1);
		},
		{ playTimeout: 1500, latencyFactor: 4 },
	);

	scenario(
		'should go on slowly while signalling stays away, holding no connection, and try at once at a tap',
		async ({ origin, visit }) => {
			origin.setFault({ path, times: -1, status: 404 });
			const page = await visit(query, counting);
			const retry = page.getByRole('button', { name: '重试' });
			await retry.waitFor();
			await page.getByText('正在重新连接…').waitFor();
			const tried = attempts(origin, endpoint);
			assert.equal([tried, (await connections(page)).open], [7, 0]);
			await origin.reset();
			await retry.tap();
			await untilMoving(page);
			assert.is(attempts(origin, endpoint), 1);
			await retry.waitFor({ state: 'hidden' });
		},
		{ retryDelay: 200 },
	);

	scenario(
		'should come back by itself from the slow phase',
		async ({ origin, visit }) => {
			origin.setFault({ path, times: -1, status: 503 });
			const page = await visit(query, counting);
			await page.getByRole('button', { name: '重试' }).waitFor();
			await until(() => attempts(origin, endpoint) > 8);
			origin.setFault({ path, times: 0 });
			await seesRecovery(page);
		},
		{ retryDelay: 10 },
	);
}
