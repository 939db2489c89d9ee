import type { Deployment } from './deployment.ts';
import { answerOf, replyOf, succeeds } from './http-client.ts';
import { pageHeaders } from './page-requests.ts';

/** Judges whether `diagnose.html` is there, and whether reports of visits are taken, by one without fields. */
export async function checkExtras({ http, page, config: { reports }, rules }: Deployment): Promise<void> {
	const { expect, advise } = rules.page;
	const open = (path: string) => {
		const { href } = new URL(path, page);
		return replyOf(http.send(href, { headers: pageHeaders(page, href, 'empty') }));
	};
	const diagnose = await open('diagnose.html');
	if (diagnose)
		advise('diagnose', succeeds(diagnose), 'diagnose.html is there, for viewers who see nothing', [
			`diagnose.html is ${answerOf(diagnose)}: viewers who see nothing are led there.`,
			'Upload all of dist/.',
		]);
	const reply = reports.url && (await open(reports.url));
	if (reply)
		expect('reports', succeeds(reply), 'reports of visits are taken', [
			`Reports of visits (reports.url, ${reports.url}) are ${answerOf(reply)}.`,
			'Answer 204 there and log the query, as location = /visit of dist/nginx.conf does.',
		]);
}
