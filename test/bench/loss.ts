import { fileURLToPath } from 'node:url';
import type { Link } from './links.ts';
import { networkProblem } from './link/network.ts';
import { addUp, type LossFigures, lossFigures, type LossProbe } from './loss-figures.ts';
import type { Row } from './rows.ts';
import { number, table } from './table.ts';
import { type Built, pause, type Visitor } from './visit.ts';
import { withRows } from './with-rows.ts';

const PROBE = fileURLToPath(new URL('loss-probe.js', import.meta.url));
/** Milliseconds that a stream is watched. */
const WATCH_TIME = 70_000;

/** The page as it is, and in a browser whose jitter buffer cannot be changed. */
const CASES = [
	{ title: 'adaptive jitter buffer', script: '' },
	{
		title: "the browser's own",
		script: "for (const name of ['jitterBufferTarget', 'playoutDelayHint']) delete RTCRtpReceiver.prototype[name];",
	},
];

/** Watches a stream on a link that loses packets. */
const watch = ({ visit }: Visitor, row: Built, link: Link, seed: number, script: string): Promise<LossFigures> =>
	visit(row, { link, slowdown: 1, seed }, async ({ page, open, settle, evaluate }) => {
		await page.addInitScript({ path: PROBE });
		await page.addInitScript(script);
		await open();
		await settle();
		await pause(WATCH_TIME);
		const { now, ...probe } = JSON.parse(
			await evaluate<string>('JSON.stringify({ ...benchLoss, now: performance.now() })'),
		) as LossProbe & { now: number };
		return lossFigures(probe, now);
	});

/**
 * Prints how long a row's stream freezes on links that lose packets, with and without the page's jitter buffer. The seed of a
 * round, which decides about the losses, is the same for both.
 * @throws Error where there can be no link below TCP
 */
export async function compareLoss({ rounds, links, row }: { rounds: number; links: Link[]; row: Row }): Promise<void> {
	const problem = networkProblem();
	if (problem) throw new Error(`Packets can only be lost on a link below TCP: ${problem}.`);
	await withRows([row], async (visitor, [built]) => {
		const rows: string[][] = [];
		for (const link of links) {
			const visits = CASES.map((): LossFigures[] => []);
			for (let seed = 1; seed <= rounds; seed++)
				for (const [index, { title, script }] of CASES.entries()) {
					const figures = await watch(visitor, built!, link, seed, script);
					visits[index]!.push(figures);
					console.error(`${link.title}, ${title}, seed ${seed}: ${number(figures.frozen, 1)} s frozen`);
				}
			for (const [index, { title }] of CASES.entries()) {
				const { seconds, frozen, freezes, reconnects, heard, concealed, delay, emitted } = addUp(visits[index]!);
				rows.push([
					link.title,
					title,
					number(seconds),
					number(frozen, 1),
					number(freezes),
					number((concealed / heard) * 100, 2),
					number((delay / emitted) * 1000),
					number(reconnects),
				]);
			}
		}
		console.log(`Chromium ${visitor.browser}, ${visitor.title}; all ${rounds} rounds together.\n`);
		console.log(
			table(
				['link', 'jitter buffer', 'seconds', 'frozen', 'freezes', 'concealed sound, %', 'delay, ms', 'reconnects'],
				rows,
				2,
			),
		);
	});
}
