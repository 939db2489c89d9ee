import { integrityOf } from '../build/csp.mjs';
import { createRules, mergeByName, type Rules } from './finding.ts';
import { answerOf, type Reply } from './http-client.ts';
import { isBusy, RAISE_LIMIT } from './judge-headers.ts';

/** A file of the build; without answer or error where limits of the check have kept it from being requested. */
export interface FileFacts extends Reply {
	name: string;
	/** By the file that names it; empty: none. */
	integrity: string;
	/** The place that names it, such as `the HTML`. */
	namedBy: string;
}

/** Judges each file; those of which the same is wrong share a finding. */
export function judgeFiles({ group, pass, results }: Rules, files: FileFacts[]): void {
	const judged = files.map((file) => {
		const { name, exchange, error } = file;
		const own = createRules(group);
		const [id, what, fix] = wrongOf(file) ?? [];
		if (id) own.fault(id, [what!, fix!]);
		else if (exchange || error) pass('file', `${name} is there, as built`);
		return { name, results: own.results };
	});
	results.push(...mergeByName(judged));
}

/** Why browsers do not run a file, and what to change. */
function wrongOf({ name, integrity, namedBy, exchange, error }: FileFacts): string[] | undefined {
	if (!exchange && !error) return undefined;
	const upload = 'Upload all of dist/, index.html last, and purge index.html at the CDN.';
	if (exchange && isBusy(exchange)) return ['file-limit', `${answerOf({ exchange })}, while others come.`, RAISE_LIMIT];
	if (exchange?.status !== 200)
		return [
			'file-missing',
			`${answerOf({ exchange, error })}, though named by ${namedBy}.`,
			exchange?.status === 403
				? 'Let the web server read it: files need the mode 644, folders 755, and the page’s host is a referrer to allow.'
				: upload,
		];
	const type = exchange.headers['content-type'] ?? '';
	if (/html/.test(type))
		return ['file-missing', `answered with HTML, though named by ${namedBy}.`, `${upload} Missing files need a 404.`];
	if (name.endsWith('.js') && !/javascript/.test(type))
		return ['file-type', `of the type “${type}”, which browsers do not run.`, 'Send .js as text/javascript.'];
	if (integrity && integrityOf(exchange.body.toString()) !== integrity)
		return [
			'file-integrity',
			`not what ${namedBy} expects, so browsers refuse it.`,
			'Turn off minifying at the CDN, and upload the file again.',
		];
	return undefined;
}
