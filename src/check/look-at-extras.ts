import type { Config } from '../config.ts';
import { createRules, type Result } from './finding.ts';
import { LimitError, replyOf, type HttpClient, type Reply } from './http-client.ts';
import { pageHeaders } from './page-requests.ts';

/** Facts of the files and calls beside the page. */
interface Extras {
	diagnose: Reply;
	/** The answer to a report of a visit; undefined: none are sent. */
	reports?: Reply;
}

/** Requests `diagnose.html`, and a report without fields. */
export async function lookAtExtras(http: HttpClient, page: URL, { reports }: Config): Promise<Extras> {
	const open = (path: string) => {
		const { href } = new URL(path, page);
		return replyOf(http.send(href, { headers: pageHeaders(page, href, 'empty') }));
	};
	const diagnose = await open('diagnose.html');
	return { diagnose, ...(reports.url && { reports: await open(reports.url) }) };
}

const answerOf = ({ exchange, error }: Reply) =>
	exchange ? `answered with status ${exchange.status}` : `not answered (${(error as Error).message})`;
const succeeds = ({ exchange }: Reply) => !!exchange && exchange.status < 300;

/** Judges them. */
export function judgeExtras({ diagnose, reports }: Extras, config: Config): Result[] {
	const { results, expect, advise } = createRules('page');
	if (!(diagnose.error instanceof LimitError))
		advise('diagnose', succeeds(diagnose), 'diagnose.html is there, for viewers who see nothing', [
			`diagnose.html is ${answerOf(diagnose)}: viewers who see nothing are led there.`,
			'Upload all of dist/.',
		]);
	if (reports && !(reports.error instanceof LimitError))
		expect('reports', succeeds(reports), 'reports of visits are taken', [
			`Reports of visits (reports.url, ${config.reports.url}) are ${answerOf(reports)}.`,
			'Answer 204 there and log the query, as location = /visit of dist/nginx.conf does.',
		]);
	return results;
}
