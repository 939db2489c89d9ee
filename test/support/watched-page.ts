import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePage } from './engine-page.ts';

/** Runs before the page's own scripts, and keeps what they leave uncaught. */
const watch = `
self.problems = [];
addEventListener('error', function (event) { problems.push(String(event.error || event.message)); });
addEventListener('unhandledrejection', function (event) { problems.push('unhandled: ' + event.reason); });
document.addEventListener('securitypolicyviolation', function (event) { problems.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI); });
`;

/** A copy of a built page that watches itself, for engines whose driver tells nothing of errors. Answers with its folder. */
export function watchedPage(dist: string): string {
	const out = `${dist}-watched`;
	if (existsSync(out)) return out;
	const making = `${out}.${process.pid}`;
	cpSync(dist, making, { recursive: true });
	const html = join(making, 'index.html');
	writeFileSync(html, readFileSync(html, 'utf8').replace('<head>', '<head><script src="./watch.js"></script>'));
	for (const suffix of ['.br', '.gz']) rmSync(html + suffix);
	writeFileSync(join(making, 'watch.js'), watch);
	if (!existsSync(out)) renameSync(making, out);
	rmSync(making, { recursive: true, force: true });
	return out;
}

/** Problems kept by a watched page. */
export const watchedProblems = (page: Pick<EnginePage, 'evaluate'>) =>
	page.evaluate(() => (self as unknown as { problems: string[] }).problems);
