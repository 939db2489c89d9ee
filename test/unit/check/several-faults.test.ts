import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answer, header, onPath, refuse, replace } from '../../support/check-scenes.ts';
import { startCheckWorld } from '../../support/check-world.ts';
import type { Change } from '../../support/faulty-proxy.ts';

/** Several faults at once, by their findings in the order of the output, and what carries out the fix of each. */
const FAULTS: [ids: string, fault: Change][] = [
	['policy', onPath('/', header('content-security-policy', "default-src 'self', frame-ancestors 'self'"))],
	['api-gateway', onPath('/newslistapi', answer(502, '<html>', { 'content-type': 'text/html' }))],
	['image', onPath('/cover.png', refuse(true))],
	['replay-status', onPath('/replay.mp4', refuse(true))],
	['share-form', onPath('/getWechatShareToken', replace(/"timestamp":(\d+)/g, '"timestamp":$1000'))],
];
const several = suite('check: five faults at once');
several('should say one line each, and none of what was mended', async () => {
	const world = await startCheckWorld();
	try {
		for (let left = FAULTS; ; left = left.slice(3)) {
			world.changes.page = async (passage) => {
				for (const [, fault] of left) await fault(passage);
			};
			const found = await world.check({ url: `${world.page.url}/?id=3` });
			assert.equal(
				found.map(({ id }) => id),
				left.map(([ids]) => ids),
				found.map(({ message }) => message).join('\n'),
			);
			if (!left.length) return;
		}
	} finally {
		await world.close();
	}
});
several('should find no fault where its own limits have cut it short, anywhere', async () => {
	const world = await startCheckWorld();
	try {
		for (const requests of [5, 9, 14, 20, 27, 33, 40, 50]) {
			const found = await world.check({ url: `${world.page.url}/?id=3`, requests });
			assert.equal(
				found.filter(({ level, id }) => level === 'fault' || id === 'requests').map(({ id }) => id),
				['requests'],
			);
		}
	} finally {
		await world.close();
	}
});
several.run();
