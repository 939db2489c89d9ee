import { CALLS } from '../api/calls.ts';
import { deploymentConfig } from '../build/config-file.mjs';
import { completeConfig, defaults, type Config } from '../config.ts';
import { LIVE_POLICY, POLICY } from '../player/core/policy.ts';
import { createRules, type Result } from './finding.ts';

/** A configuration, and what the build says of it. */
export interface JudgedConfig {
	/** Over the defaults; undefined where it cannot be used. */
	config?: Config;
	results: Result[];
}

/** Names that the build knows of settings with free names. */
const NAMES = {
	player: Object.keys({ ...POLICY, ...LIVE_POLICY }),
	'api.tokens': CALLS,
	'api.methodCodes': CALLS,
};

/** Judges the configuration in the HTML as the build would. @param text of its block @param isPacked the HTML is still compressed */
export function judgeConfig(text: string | undefined, isPacked = false): JudgedConfig {
	const { results, pass, fault } = createRules('page');
	if (text === undefined) {
		if (isPacked)
			fault('compressed-twice', [
				'The HTML is compressed twice: what it unpacks to is compressed again, which browsers show as characters.',
				'Let one place alone compress: upload index.html uncompressed, or turn off compression at the CDN or proxy before it.',
			]);
		else
			fault('other-page', [
				'The address shows another page: its HTML has no configuration.',
				'Serve dist/index.html there.',
			]);
		return { results };
	}
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
		// The build's own.
		delete Object(Object(parsed).rts).known;
		const config = deploymentConfig(defaults, parsed, NAMES) as Config;
		pass('config', 'the configuration is as the build accepts it');
		return { config, results };
	} catch (error) {
		const { message } = error as Error;
		fault('config', [
			`The configuration in the HTML is wrong: ${message.replace(/^config: /, '')}.`,
			'Correct it in the file of --config, build and upload again.',
		]);
		const { api, rts } = Object(parsed) as Partial<Config>;
		if (!api || !rts) return { results };
		const config = parsed as Config;
		completeConfig(config);
		return { config, results };
	}
}
