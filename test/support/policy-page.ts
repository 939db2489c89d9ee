import * as assert from 'uvu/assert';
import { answerShareScript } from './share-scripts.ts';
import type { OpenPage, Site } from './site.ts';
import { until } from './until.ts';

/** QQ's script, as far as the page calls it: it calls the client through a hidden frame. */
const QQAPI = `mqq = { data: { setShareInfo(info) {
	window.shareInfo = info;
	var frame = document.createElement('iframe');
	frame.style.display = 'none';
	frame.src = 'jsbridge://data/setShareInfo?p=' + encodeURIComponent(JSON.stringify(info));
	document.documentElement.appendChild(frame);
} } };`;

/** Origin of a frame that the policy refuses. */
export const SENTINEL = 'http://sentinel.invalid';

/** The page with every violation of its Content-Security-Policy recorded. */
export interface PolicyPage extends OpenPage {
	/** Violations, each from both sides: the event in the page and the message in the console. */
	violations: string[];
	/** URLs requested from other hosts, which are answered here. */
	foreign: string[];
}

interface PolicyVisit {
	userAgent?: string;
	/** Runs in the page before its scripts. */
	inject?: () => void;
}

/** Opens the page and records its violations. */
export async function openPolicyPage(
	site: Site,
	query: string,
	{ userAgent, inject }: PolicyVisit = {},
): Promise<PolicyPage> {
	const violations: string[] = [];
	const foreign: string[] = [];
	const opened = await site.visit(query, {
		...(userAgent ? { userAgent } : {}),
		async before(page) {
			await page.exposeFunction('violated', (what: string) => void violations.push(what));
			await page.addInitScript(() =>
				addEventListener(
					'securitypolicyviolation',
					(event) =>
						(self as any).violated(
							`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
						),
					true,
				),
			);
			if (inject) await page.addInitScript(inject);
			page.on('console', (message) => {
				if (/Content.Security.Policy|Refused to/i.test(message.text())) violations.push(message.text());
			});
			await page.context().route(
				(url) => url.origin !== site.origin.url,
				(route) => {
					foreign.push(route.request().url());
					return answerShareScript(route, QQAPI);
				},
			);
		},
	});
	return { ...opened, violations, foreign };
}

/** Waits until one of the violations begins with a text. */
export const violation = ({ violations }: PolicyPage, start: string): Promise<void> =>
	until(() => violations.some((what) => what.startsWith(start)), start);

/** Asserts that nothing was refused and nothing threw. A refused frame of its own shows that all reports have come. */
export async function assertNoViolation(opened: PolicyPage): Promise<void> {
	const { page, violations, problems } = opened;
	await page.evaluate(
		(src) => void Object.assign(document.body.appendChild(document.createElement('iframe')), { src }),
		SENTINEL,
	);
	await violation(opened, `frame-src ${SENTINEL}`);
	assert.equal(
		violations.filter((what) => !what.includes(SENTINEL)),
		[],
	);
	assert.equal(problems, []);
	await opened.close();
}
