/** Static HTML, rendered at build time (`docs/decisions/same-html.md`). */
import { renderToString } from 'react-dom/server';
import { type Config, defaults } from '../config.ts';
import type { BuiltScript } from '../network/load-script.ts';
import { firstAddress } from '../player/core/first-address.ts';
import { createPage, type PageServices } from '../models/page-model.ts';
import { Page } from '../view/page/page.tsx';
import * as texts from '../texts.ts';

/** Scripts and CSS as text. */
interface DocumentParts {
	config: Config;
	/** The part of the configuration that the HTML holds. */
	settings: { rts?: object };
	css: string;
	head: string;
	boot: string;
	bundle: BuiltScript;
	policies: string[];
	shareImage: string;
	/** URL, for development. */
	extraScript?: string;
}

/** Escapes text that would end a `<script>`. */
const inScript = (script: string) => script.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const escaped = (value: string) => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The first view of every visit. Services that only a running app calls are left out. */
function skeleton({ app }: Config): string {
	const { name: appName, slogan: appSlogan, promotionCloses } = app;
	const shown: Partial<PageServices> = { promoted: true, appName, appSlogan, promotionCloses, links: [] };
	const page = createPage(Object.assign({ chat: {}, actions: {} }, shown) as PageServices);
	return renderToString(<Page page={page} />);
}

export { defaults, inScript };

const apiHosts = ({ api }: Config): string[] => /^\w*:?\/\/[^/]+/.exec(api.base) || [];

const preconnectHosts = (config: Config): string[] => [...new Set([...apiHosts(config), ...config.rts.preconnect])];

/** Renders the HTML document. */
export function renderDocument({
	config,
	settings,
	css,
	head,
	boot,
	bundle,
	policies,
	shareImage,
	extraScript,
}: DocumentParts): string {
	const { title, description } = config.share;
	const { first, stream } = config.rts;
	if (first) Object.assign(settings.rts!, { known: firstAddress(first, '{id}', stream) });
	const preconnect = preconnectHosts(config)
		.map((host) => `<link rel="preconnect" href="${escaped(host)}" crossorigin>`)
		.join('');
	// The link is idle while connecting elsewhere, but for a public first picture from here. The boot script handles failures.
	const early =
		apiHosts(config)[0] &&
		(!config.rts.public || !first || preconnectHosts(config).some((host) => first.startsWith(host)))
			? `<script defer src="${bundle.url}" integrity="${bundle.integrity}"></script>`
			: '';
	return `<!doctype html>
<html lang="zh-CN"><head>${preconnect}<meta charset="utf-8"><meta name="referrer" content="strict-origin">${policies.map((policy) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`).join('')}${early}<script type="application/json" id="config">
${JSON.stringify(settings).replace(/</g, '\\u003c')}
</script><script>${inScript(head)}</script><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>${escaped(title)}</title><meta name="description" itemprop="description" content="${escaped(description)}"><meta itemprop="name" content="${escaped(title)}"><meta itemprop="image" content="${escaped(shareImage)}"><meta property="og:image" content="${escaped(shareImage)}"><link rel=icon href=data:,><style id=css>${css}</style></head><body><noscript>${texts.NO_SCRIPT}</noscript><div id="app">${skeleton(config)}</div><script>${inScript(boot)}</script>${extraScript ? `<script src="${extraScript}"></script>` : ''}</body></html>
`;
}
