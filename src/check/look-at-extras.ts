import type { Config } from '../config.ts';
import { createRules, type Result } from './finding.ts';
import { LimitError, type Exchange, type HttpClient } from './http-client.ts';
import { pageHeaders } from './page-requests.ts';

/** Facts of the files and calls beside the page. */
export interface Extras {
	diagnose?: Exchange | Error;
	/** The answer to a report of a visit; undefined: none are sent. */
	reports?: Exchange | Error;
}

/** Requests `diagnose.html`, and a report without fields. */
export async function lookAtExtras(http: HttpClient, page: URL, { reports }: Config): Promise<Extras> {
	const open = (url: string) =>
		http.send(url, { headers: pageHeaders(page, url, 'empty') }).catch((error: Error) => error);
	const extras: Extras = { diagnose: await open(new URL('diagnose.html', page).href) };
	if (reports.url) extras.reports = await open(new URL(reports.url, page).href);
	return extras;
}

const answerOf = (answer: Exchange | Error) =>
	answer instanceof Error ? `not answered (${answer.message})` : `answered with status ${answer.status}`;
const succeeds = (answer: Exchange | Error) => !(answer instanceof Error) && answer.status < 300;

/** Judges them. */
export function judgeExtras({ diagnose, reports }: Extras, config: Config): Result[] {
	const { results, expect } = createRules('page');
	if (diagnose && !(diagnose instanceof LimitError))
		expect(
			'diagnose',
			succeeds(diagnose),
			'diagnose.html is there, for viewers who see nothing',
			[`diagnose.html is ${answerOf(diagnose)}: viewers who see nothing are led there.`, 'Upload all of dist/.'],
			'note',
		);
	if (reports && !(reports instanceof LimitError))
		expect('reports', succeeds(reports), 'reports of visits are taken', [
			`Reports of visits (reports.url, ${config.reports.url}) are ${answerOf(reports)}.`,
			'Answer 204 there and log the query, as location = /visit of dist/nginx.conf does.',
		]);
	return results;
}
