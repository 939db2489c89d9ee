import { transformSync } from 'esbuild';
import { limit } from './until.ts';

/** A page in an engine that Playwright does not drive. */
export interface EnginePage {
	goto(address: string): Promise<void>;
	/** Runs a function in the page and returns its result through JSON. Syntax is lowered for old engines; APIs are not polyfilled. */
	evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
	/** Uncaught errors, unhandled rejections and violations of the content security policy. */
	problems(): Promise<string[]>;
	close(): Promise<void>;
}

/** A page in a browser that a person could use, driven by WebDriver. */
export interface DriverPage extends EnginePage {
	/** Presses and releases keys, by WebDriver's codes. */
	press(...keys: string[]): Promise<void>;
}

/** WebDriver's code of the Tab key. */
export const TAB = '\uE004';

/** WebDriver's actions for keys pressed one after another. */
export const keyActions = (keys: string[]) => [
	{
		type: 'key',
		id: 'keyboard',
		actions: keys.flatMap((value) => [
			{ type: 'keyDown', value },
			{ type: 'keyUp', value },
		]),
	},
];

/** The call of a function as an expression, in syntax that every engine under test parses. */
export function callText(run: (...args: never[]) => unknown, args: unknown[]): string {
	const { code } = transformSync(`(${run})`, { target: 'es2017', supported: { destructuring: true } });
	// The compiler wraps named functions in a helper that the page lacks.
	return `(() => { const __name = value => value; return (${code.trim().replace(/;$/, '')})(...${JSON.stringify(args)}); })()`;
}

/** Polls a function in the page until it returns something truthy, and returns that. */
export async function until<Args extends unknown[], Result>(
	page: EnginePage,
	what: string,
	run: (...args: Args) => Result,
	...args: Args
): Promise<Awaited<Result>> {
	const wait = limit();
	const end = Date.now() + wait;
	for (;;) {
		const result = await page.evaluate(run, ...args);
		if (result) return result;
		if (Date.now() > end)
			throw new Error(
				`${what}: not within ${wait / 1000} s. On the page: ${await page.evaluate(() => document.body.innerText)}`,
			);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

/** Waits until the page shows a text. */
export const untilText = (page: EnginePage, text: string) =>
	until(page, text, (text) => document.body.innerText.includes(text), text);

/** Clicks the button or tab with this text. */
export const click = (page: EnginePage, text: string) =>
	until(
		page,
		`a button ${text}`,
		(text) => {
			const button = Array.from(document.querySelectorAll('button')).find(
				(one) => one.textContent === text || one.getAttribute('aria-label') === text,
			);
			if (button) button.click();
			return !!button;
		},
		text,
	);
