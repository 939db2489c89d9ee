import { transformSync } from 'esbuild';

/** A page in an engine that Playwright does not drive. */
export interface EnginePage {
	goto(address: string): Promise<void>;
	/** Runs a function in the page and answers with its result, as JSON carries it. Syntax is lowered for old engines, calls are not. */
	evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
	/** A PNG of what is in view. */
	screenshot(): Promise<Buffer>;
	/** Uncaught errors, unhandled rejections and what the security policy refused. */
	problems(): Promise<string[]>;
	close(): Promise<void>;
}

/** The function as an expression that calls it, in syntax that every engine under test reads. */
export function callText(run: (...args: never[]) => unknown, args: unknown[]): string {
	const { code } = transformSync(`(${run})`, { target: 'es2017', supported: { destructuring: true } });
	// tsx names functions through a helper that the page lacks.
	return `(() => { const __name = value => value; return (${code.trim().replace(/;$/, '')})(...${JSON.stringify(args)}); })()`;
}

/** Waits until a function of the page answers with something true, and returns that. */
export async function until<Args extends unknown[], Result>(
	page: EnginePage,
	what: string,
	run: (...args: Args) => Result,
	args: Args,
	limit = 20_000,
): Promise<Awaited<Result>> {
	const end = Date.now() + limit;
	for (;;) {
		const result = await page.evaluate(run, ...args);
		if (result) return result;
		if (Date.now() > end)
			throw new Error(
				`${what}: not within ${limit / 1000} s. On the page: ${await page.evaluate(() => document.body.innerText)}`,
			);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

/** Waits until a text is to be seen. */
export const untilText = (page: EnginePage, text: string, limit?: number) =>
	until(page, text, (text) => document.body.innerText.includes(text), [text], limit);

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
		[text],
	);
