import { contentSecurityPolicies } from './csp.mjs';
import { configInHtml } from './config-in-html.mjs';
import { runModule } from './run-module.mjs';

/**
 * Renders index.html.
 * @param {import('../../build.mjs').Compiled['document']} document
 * @param {import('../config.ts').Config} config
 * @param {string} [extraScript] URL, for development
 * @returns {Promise<string>}
 */
export async function renderIndex({ module, first, ...shared }, config, extraScript) {
	const parts = config.rts.first ? { ...shared, head: `${shared.head};${first}` } : shared;
	const { renderDocument, inScript, defaults } = await runModule(module);
	return renderDocument({
		...parts,
		config,
		settings: configInHtml(config, defaults),
		extraScript,
		policies: contentSecurityPolicies({
			inlineScripts: [parts.head, parts.boot].map(inScript),
			styleSheet: parts.css,
			app: !!config.app.userAgentToken,
			scriptElements: config.api.base.includes('//') || !!extraScript,
		}),
		shareImage: config.share.image || parts.shareImage,
	});
}
