/** A server that answers and cannot be connected to, as on a network without UDP. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { attempts, connections, counting, GRACE, seesRecovery } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';

const it = suite('unreachable');
const scenario = sideBySide(it);

/** Answers have no candidates. */
const unreachable = { path: '/live/', times: -1, without: 'a=candidate[^\\\\]*(\\\\r)?\\\\n' };
/** Gives up an attempt soon. */
const impatient = { playTimeout: 1000, maxPlayTimeout: 1000, latencyFactor: 0 };

/** Runs in a page: HLS, which is requested over https and so not from this origin, is played from one of its files. */
function playHlsFromFile() {
	const { prototype } = HTMLMediaElement;
	const { set } = Object.getOwnPropertyDescriptor(prototype, 'src')!;
	const requestedHls: string[] = [];
	Object.assign(self, { requestedHls });
	Object.defineProperty(prototype, 'src', {
		set(url: string) {
			if (/\.m3u8$/.test(url)) requestedHls.push(url);
			set!.call(this, /\.m3u8$/.test(url) ? '/media/replay.mp4' : url);
		},
	});
}

scenario(
	'should say that no connection can be made to answers without candidates, and play when one can',
	async ({ origin, visit, problems }) => {
		origin.setFault(unreachable);
		const page = await visit('?id=1', counting);
		await page.getByText('当前网络无法播放，请切换 Wi-Fi 或移动数据').waitFor();
		origin.setFault({ path: '/live/', times: 0 });
		// The attempt that was answered runs to the time limit of a first frame.
		await seesRecovery(page, 1000 + GRACE);
		assert.equal(problems, []);
	},
	impatient,
);

scenario(
	'should play by HLS where no connection can be made and the deployment allows it',
	async ({ origin, visit, problems }) => {
		origin.setFault(unreachable);
		const page = await visit('?id=1', async (page) => {
			await counting(page);
			await page.addInitScript(playHlsFromFile);
		});
		await playing(page);
		const tried = attempts(origin, '/live/demo');
		assert.ok(tried > 1);
		const requested = await page.evaluate(() => (self as unknown as { requestedHls: string[] }).requestedHls);
		assert.is(requested.length, 1);
		assert.match(requested[0]!, /^https:.*\/live\/demo\.m3u8$/);
		assert.ok((await movement(page)) > 1);
		await page.getByText('当前网络无法播放，请切换 Wi-Fi 或移动数据').waitFor({ state: 'hidden' });
		// No more attempts are made.
		assert.equal([attempts(origin, '/live/demo'), (await connections(page)).open], [tried, 0]);
		assert.equal(problems, []);
	},
	impatient,
	{ hlsFallback: true },
);

it.run();
