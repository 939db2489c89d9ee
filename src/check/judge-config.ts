import { CALLS } from '../api/call-names.ts';
import { deploymentConfig } from '../build/config-file.mjs';
import { completeConfig, defaults, type Config } from '../config.ts';
import { LIVE_POLICY, POLICY } from '../player/core/policy.ts';
import type { Rules } from './finding.ts';

/** Names that the build knows of settings with free names. */
const NAMES = { player: Object.keys({ ...POLICY, ...LIVE_POLICY }), 'api.tokens': CALLS, 'api.methodCodes': CALLS };

/**
 * Judges the configuration in the HTML as the build would. Answers with it over the defaults, where it can be used.
 *
 * @param text of its block
 * @param isPacked the HTML is still compressed
 */
export function judgeConfig({ pass, fault }: Rules, text: string | undefined, isPacked = false): Config | undefined {
	if (text === undefined)
		return void (isPacked
			? fault('compressed-twice', [
					'The HTML is compressed twice: what it unpacks to is compressed again, which browsers show as characters.',
					'Let one place alone compress: upload index.html uncompressed, or turn off compression at the CDN or proxy before it.',
				])
			: fault('other-page', [
					'The address shows another page: its HTML has no configuration.',
					'Serve dist/index.html there.',
				]));
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
		// The build's own.
		delete Object(Object(parsed).rts).known;
		const config = deploymentConfig(defaults, parsed, NAMES) as Config;
		pass('config', 'the configuration is as the build accepts it');
		return config;
	} catch (error) {
		fault('config', [
			`The configuration in the HTML is wrong: ${(error as Error).message.replace(/^config: /, '')}.`,
			'Correct it in the file of --config, build and upload again.',
		]);
		const { api, rts } = Object(parsed) as Partial<Config>;
		if (!api || !rts) return undefined;
		completeConfig(parsed as Config);
		return parsed as Config;
	}
}
