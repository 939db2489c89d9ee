/**
 * `npm run visits -- access.log`: what viewers have seen, from the reports of visits in access logs (`docs/visits.md`).
 *
 *     --html FILE   also writes one page with plots
 *     --live ID     of this live alone
 *
 * Several logs may be named, also compressed ones (`.gz`); `-` is the input.
 */
import '../build/node-version.mjs';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { asPage } from './as-page.ts';
import { asText } from './as-text.ts';
import { readLines } from './read-log.ts';
import { readReport } from './read-report.ts';
import { createTally } from './tally.ts';

try {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { html: { type: 'string' }, live: { type: 'string' } },
	});
	if (!positionals.length) throw new Error('no log is named, such as /var/log/nginx/live-page-visits.log');
	const tally = createTally();
	let count = 0;
	for (const file of positionals)
		await readLines(file, (line) => {
			const report = readReport(line);
			if (!report || (values.live !== undefined && report.live !== values.live)) return;
			count++;
			tally.add(report);
		});
	if (!count) throw new Error(`no report of a visit is in ${positionals.join(', ')}`);
	process.stdout.write(asText(tally.lives));
	if (values.html !== undefined) writeFileSync(values.html, asPage(tally.lives));
} catch (error) {
	console.error(`visits: ${(error as Error).message}`);
	process.exitCode = 2;
}
