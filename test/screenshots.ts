/**
 * `npm run screenshots`: takes the picture of the page in README, four states side by side, from the built page in a real
 * browser with the stand-in origin. Run by hand when the looks of the page change, then commit `test/fixtures/page.webp`.
 */
import '../src/build/node-version.mjs';
import { writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { userAgentOf } from './fixtures/user-agents.ts';
import demo from './origin/demo.json' with { type: 'json' };
import { DEMO_SIGN_KEY, DEMO_TOKEN, VIEWER_ID } from './origin/demo.ts';
import { type Origin, startOrigin } from './origin/index.ts';
import { launchBrowser, PHONE } from './support/browser.ts';
import { builtPage } from './support/built-page.ts';
import { capture, CHAT, contactSheet, NEWS, type State, type Step } from './contact-sheet.ts';

/** File of the image. */
const OUTPUT = new URL('./fixtures/page.webp', import.meta.url);

/** Qualities to try, best first. */
const QUALITIES = [0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

/** Largest size of the image, bytes: it is part of the repository. */
const SIZE_LIMIT = 120_000;

/** Chat for the image, oldest first; without emoji, which not every machine has a font for. */
const COMMENTS: [nickname: string, content: string][] = [
	['晨曦', '主持人小朋友普通话真标准'],
	['乐乐爸爸', '在外地出差，还好有直播可以看'],
	['', '欢迎来到直播间，请文明发言，共同维护良好的观看环境。'],
	['清风徐来', '今年的节目比去年还精彩'],
	['小石头', '水火箭什么时候开始呀？'],
	['李老师', '水火箭十点二十分在操场发射，机器人挑战赛结束以后大家可以直接过去'],
	['朵朵外婆', '看到我家宝贝了，第二排左边那个！'],
	['五年级张一诺', '机器人自己会转弯，厉害厉害'],
	['', '机器人挑战赛即将开始，请不要走开。'],
	['三年二班小宇爸爸', '加油！三年二班加油！'],
	['向日葵妈妈', '画面很清晰，给学校点赞'],
	['快乐的小鱼', '孩子们太棒了！'],
];

/** Waits until a second of the video has played and the controls over it have faded. */
const playsAlone: Step = async (page) => {
	await page.waitForFunction(() => {
		const { videoWidth = 0, currentTime = 0 } = document.querySelector('video') ?? {};
		return videoWidth >= 640 && currentTime > 1;
	});
	await page.locator('.controls').waitFor();
	await page.locator('.stage').dispatchEvent('mousemove');
};

const comment = (origin: Origin) =>
	origin.pushComments(
		1,
		COMMENTS.map(([nickname, content]) => ({ nickname, content })),
	);

/** By captions, in the order in which they are shown. */
const STATES: Record<string, { state: State; options?: BrowserContextOptions }> = {
	Live: { state: ['?id=1', [playsAlone]] },
	Chat: { state: [`?id=1&userId=${VIEWER_ID}&token=${DEMO_TOKEN}`, [CHAT, playsAlone], comment] },
	'Replay, related news': { state: ['?id=3', [NEWS, playsAlone]], options: { colorScheme: 'dark' } },
	'Before the start, in WeChat': {
		state: ['?id=0', [(page) => page.getByRole('tab').first().waitFor()]],
		options: { userAgent: userAgentOf('WeChat, Android, 2026') },
	},
};

/** Places the screenshots side by side, each with its caption, and encodes them as WebP. */
async function compose(browser: Browser, screenshots: string[]): Promise<Buffer> {
	const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 });
	await page.setContent(`<!doctype html><style>
		body { margin: 0; padding: 24px; width: max-content; display: flex; gap: 24px; background: #eef1f5; font: 500 15px/1 'Noto Sans', sans-serif; color: #3c4653 }
		figure { margin: 0; text-align: center }
		img { display: block; width: 260px; border-radius: 18px; box-shadow: 0 0 0 1px #0001, 0 6px 20px #1b263826 }
		figcaption { padding-top: 16px }
	</style>${Object.keys(STATES)
		.map(
			(caption, i) =>
				`<figure><img src="data:image/png;base64,${screenshots[i]}"><figcaption>${caption}</figcaption></figure>`,
		)
		.join('')}`);
	await page.waitForFunction(() => [...document.images].every((image) => image.complete));
	const png = await page.locator('body').screenshot();
	// Playwright writes PNG and JPEG only; the browser itself encodes WebP.
	const webp = await page.evaluate(
		async ({ source, qualities, limit }) => {
			const image = new Image();
			image.src = `data:image/png;base64,${source}`;
			await image.decode();
			const canvas = document.createElement('canvas');
			canvas.width = image.width;
			canvas.height = image.height;
			canvas.getContext('2d')!.drawImage(image, 0, 0);
			for (const quality of qualities) {
				const encoded = canvas.toDataURL('image/webp', quality).split(',')[1]!;
				if (encoded.length * 0.75 <= limit) return encoded;
			}
			throw new Error(`The image is larger than ${limit} bytes at every quality.`);
		},
		{ source: png.toString('base64'), qualities: QUALITIES, limit: SIZE_LIMIT },
	);
	return Buffer.from(webp, 'base64');
}

async function takeReadmePicture(): Promise<void> {
	const screenshots: string[] = [];
	for (const { state, options } of Object.values(STATES)) {
		const { png, note } = await capture(browser, origin, state, { ...PHONE, ...options });
		if (note) throw new Error(note);
		screenshots.push(png);
	}
	const image = await compose(browser, screenshots);
	await writeFile(OUTPUT, image);
	console.log(`test/fixtures/page.webp  ${image.length} bytes`);
}

const [folder, ...rest] = process.argv.slice(2);
/** A busy machine shows no lower one. */
const oneQuality = { ...demo, rts: { ...demo.rts, qualities: demo.rts.qualities.slice(0, 1) } };
const origin = await startOrigin({ best: 'hd', dist: builtPage(folder ? demo : oneQuality), signKey: DEMO_SIGN_KEY });
const browser = await launchBrowser();
try {
	if (folder) await contactSheet(browser, origin, folder, ...rest);
	else await takeReadmePicture();
} finally {
	await browser.close();
	await origin.close();
}
