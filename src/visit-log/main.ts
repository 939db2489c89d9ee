/**
 * `npm run visits -- access.log`: what viewers have seen, from the reports of visits in access logs (`docs/visits.md`).
 *
 *     --html FILE   also writes one page with plots
 *     --live ID     of this live alone
 *     --code CODE   instead: a code of diagnose.html as a table
 *
 * Several logs may be named, also compressed ones (`.gz`); `-` is the input.
 */
import '../build/node-version.mjs';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { asPage } from './as-page.ts';
import { asText } from './as-text.ts';
import { explainCode } from './explain-code.ts';
import { readLines } from './read-log.ts';
import { readReport } from './read-report.ts';
import { createTally } from './tally.ts';

async function readLogs(files: string[], live: string | undefined) {
	if (!files.length) throw new Error('no log is named, such as /var/log/nginx/live-page-visits.log');
	const tally = createTally();
	let count = 0;
	for (const file of files)
		await readLines(file, (line) => {
			const report = readReport(line);
			if (!report || (live !== undefined && report.live !== live)) return;
			count++;
			tally.add(report);
		}).catch((error: Error) => {
			throw new Error(`${file}: ${error.message}`);
		});
	if (!count) throw new Error(`no report of a visit is in ${files.join(', ')}`);
	return tally.lives;
}

try {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { html: { type: 'string' }, live: { type: 'string' }, code: { type: 'string' } },
	});
	if (values.code !== undefined) process.stdout.write(explainCode(values.code));
	else {
		const lives = await readLogs(positionals, values.live);
		process.stdout.write(asText(lives));
		if (values.html !== undefined) writeFileSync(values.html, asPage(lives));
	}
} catch (error) {
	console.error(`visits: ${(error as Error).message}`);
	process.exitCode = 2;
}
